(function () {
  'use strict';
  var root = document.documentElement;
  var button = document.getElementById('theme');
  var key = 'kifu-theme';
  // A page from a disk or in a frame may have no storage.
  function stored(value) {
    try {
      if (value) { localStorage.setItem(key, value); }
      return localStorage.getItem(key);
    } catch (error) { return null; }
  }
  function isDark() {
    var chosen = root.getAttribute('data-theme');
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }
  root.classList.add('js');
  var known = stored();
  if (known === 'dark' || known === 'light') { root.setAttribute('data-theme', known); }
  button.hidden = false;
  button.setAttribute('aria-pressed', isDark());
  button.addEventListener('click', function () {
    var next = isDark() ? 'light' : 'dark';
    root.setAttribute('data-theme', next);
    button.setAttribute('aria-pressed', next === 'dark');
    stored(next);
  });
})();
