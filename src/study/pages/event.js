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

  document.querySelectorAll('table[data-top]').forEach(function (table) {
    var button = document.createElement('button');
    button.type = 'button';
    button.className = 'more-button';
    function show(all) {
      table.classList.toggle('folded', !all);
      button.textContent = all ? 'The first ' + table.dataset.top
        : 'All ' + table.tBodies[0].rows.length;
      button.setAttribute('aria-expanded', all);
    }
    show(false);
    button.addEventListener('click', function () { show(table.classList.contains('folded')); });
    table.parentElement.after(button);
  });

  // A link to a folded section opens it.
  function unfold(hash) {
    var target = document.getElementById(hash.slice(1));
    if (target && target.tagName === 'DETAILS') { target.open = true; }
  }
  document.querySelectorAll('a[href^="#"]').forEach(function (link) {
    link.addEventListener('click', function () { unfold(link.hash); });
  });
  unfold(location.hash);
  // Paper has all sections.
  addEventListener('beforeprint', function () {
    document.querySelectorAll('details.fold').forEach(function (fold) { fold.open = true; });
  });

  document.querySelectorAll('form.filters').forEach(function (form) {
    var table = document.getElementById(form.dataset.table);
    var shown = form.querySelector('output');
    var fields = form.querySelectorAll('[data-key]');
    // The filters are in the address, so that a filtered table has a link.
    var query = new URLSearchParams(location.search);
    fields.forEach(function (field) { field.value = query.get(field.dataset.key) || ''; });
    function keep() {
      fields.forEach(function (field) {
        if (field.value) { query.set(field.dataset.key, field.value); }
        else { query.delete(field.dataset.key); }
      });
      var text = query.toString();
      // A page in a frame may have no address.
      try {
        history.replaceState(null, '', (text ? '?' + text : location.pathname) + location.hash);
      } catch (error) { return; }
    }
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
    form.addEventListener('input', function () { apply(); keep(); });
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
