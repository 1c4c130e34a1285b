(function () {
  'use strict';
  var link = document.getElementById('viewer');
  var start = link.getAttribute('href').replace(/\d+$/, '');

  // The ply of a position in a variation is that at which the variation leaves the game.
  function mainPly(id) {
    var moves = Array.from(document.querySelectorAll('.mv'));
    while (!/^\d+$/.test(id)) {
      var line = id.replace(/\d+$/, '');
      var first = moves.find(function (move) {
        return move.dataset.p && move.dataset.n.indexOf(line) === 0;
      });
      id = first ? first.dataset.p : '0';
    }
    return Number(id);
  }
  function update() {
    var shown = document.querySelector('.mv.now');
    link.setAttribute('href', start + (shown ? mainPly(shown.dataset.n) : 0));
  }
  new MutationObserver(update).observe(document.getElementById('board'), {childList: true});
  update();
})();
