(function () {
  'use strict';
  function value(row, column) {
    var cell = row.children[column];
    var text = cell.getAttribute('data-v') || cell.textContent.trim();
    var number = parseFloat(text.replace('−', '-'));
    return isNaN(number) ? text.toLowerCase() : number;
  }
  function sort(table, column, head) {
    var goesDown = head.getAttribute('aria-sort') !== 'descending';
    table.querySelectorAll('th').forEach(function (other) { other.removeAttribute('aria-sort'); });
    head.setAttribute('aria-sort', goesDown ? 'descending' : 'ascending');
    var body = table.tBodies[0];
    Array.from(body.rows).sort(function (one, two) {
      var a = value(one, column), b = value(two, column);
      var order = typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0)
        : typeof a === 'number' ? -1 : 1;
      return goesDown ? -order : order;
    }).forEach(function (row) { body.appendChild(row); });
  }
  document.querySelectorAll('table.sortable').forEach(function (table) {
    table.querySelectorAll('thead th').forEach(function (head, column) {
      if (!head.textContent) { return; }
      var button = document.createElement('button');
      button.type = 'button';
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener('click', function () { sort(table, column, head); });
    });
  });

  document.querySelectorAll('form.filters').forEach(function (form) {
    var table = document.getElementById(form.dataset.table);
    var shown = form.querySelector('output');
    var fields = form.querySelectorAll('[data-key]');
    var query = new URLSearchParams(location.search);
    fields.forEach(function (field) { field.value = query.get(field.dataset.key) || ''; });
    function apply() {
      var count = 0;
      Array.from(table.tBodies[0].rows).forEach(function (row) {
        var fits = Array.from(fields).every(function (field) {
          if (!field.value) { return true; }
          var own = row.getAttribute('data-' + field.dataset.key);
          if (own === null) { own = row.textContent; }
          return field.tagName === 'SELECT' ? own.split('|').includes(field.value)
            : own.toLowerCase().includes(field.value.toLowerCase());
        });
        row.hidden = !fits;
        count += fits;
      });
      shown.textContent = count + ' of ' + table.tBodies[0].rows.length + ' games';
    }
    form.hidden = false;
    form.addEventListener('input', apply);
    form.addEventListener('submit', function (event) { event.preventDefault(); });
    apply();
  });

  // Of the lists of a large event those in which a game may fit; their links filter them.
  document.querySelectorAll('form.list-search').forEach(function (form) {
    var lists = Array.from(document.getElementById('game-lists').children);
    var shown = form.querySelector('output');
    var fields = Array.from(form.querySelectorAll('[data-key]'));
    function apply() {
      var count = 0, query = new URLSearchParams();
      fields.forEach(function (field) {
        if (field.value) { query.set(field.dataset.key, field.value); }
      });
      lists.forEach(function (list) {
        list.hidden = !fields.every(function (field) {
          var own = list.getAttribute('data-' + field.dataset.key + 's');
          return own.toLowerCase().includes(field.value.toLowerCase());
        });
        list.querySelector('a').search = query;
        count += !list.hidden;
      });
      shown.textContent = count + ' of ' + lists.length + ' lists';
    }
    form.hidden = false;
    form.addEventListener('input', apply);
    form.addEventListener('submit', function (event) { event.preventDefault(); });
    apply();
  });
})();
