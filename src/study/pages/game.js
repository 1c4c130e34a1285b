(function () {
  'use strict';
  var board = document.getElementById('board');
  var store = document.getElementById('parts');
  var status = document.getElementById('status');
  var list = document.querySelector('.moves');

  // A part is a shape at a place; the place is written as the way from the part before.
  var shapes = Array.from(store.querySelector('defs').children, function (shape) {
    shape = shape.cloneNode(true);
    shape.removeAttribute('id');
    return shape;
  });
  var x = 0, y = 0;
  var parts = store.dataset.parts.split(';').map(function (text) {
    var numbers = text.split(' ');
    x += +(numbers[1] || 0);
    y += +(numbers[2] || 0);
    return {shape: shapes[numbers[0]], place: 'translate(' + x / 10 + ' ' + y / 10 + ')'};
  });

  // A frame is a list of parts: the difference from the frame before, or from the one it names.
  var frames = [];
  store.getAttribute('data-frames').split('|').forEach(function (text, index) {
    var colon = text.indexOf(':');
    var base = colon < 0 ? frames[index - 1] : frames[+text.slice(0, colon)];
    base = base || [];
    var frame = [], at = 0;
    text.slice(colon + 1).split(' ').forEach(function (step) {
      if (step === '') { return; }
      if (step === '!') { at = base.length; return; }
      if (step[0] === '=') {
        var count = +step.slice(1);
        frame = frame.concat(base.slice(at, at + count));
        at += count;
      } else if (step[0] === '-') {
        at += +step.slice(1);
      } else {
        var range = step.split('.');
        for (var part = +range[0]; part <= +(range[1] || range[0]); part++) { frame.push(part); }
      }
    });
    frames.push(frame.concat(base.slice(at)));
  });
  function draw(svg, frame) {
    svg.replaceChildren.apply(svg, frames[frame].map(function (part) {
      var element = parts[part].shape.cloneNode(true);
      element.setAttribute('transform', parts[part].place);
      return element;
    }));
  }
  document.querySelectorAll('.diagram').forEach(function (svg) {
    svg.setAttribute('viewBox', board.getAttribute('viewBox'));
    draw(svg, +svg.dataset.f);
  });

  // The panels are shown one at a time; what is said of a key moment stands on the page once.
  var panels = {};
  document.querySelectorAll('.panel').forEach(function (panel) {
    panels[panel.id] = panel;
    // Else the browser scrolls to it.
    panel.removeAttribute('id');
  });
  document.querySelectorAll('.judgement').forEach(function (place) {
    var source = document.getElementById(place.dataset.of);
    place.append.apply(place, Array.from(source.cloneNode(true).childNodes));
  });

  // The positions by the ids of their places; the first child of a position is its main line. A link
  // says where its line begins; without it, the position is one of the game or follows the link before.
  var nodes = {};
  var before = null;
  function after(id) {
    return id.replace(/\d+$/, function (ply) { return +ply + 1; });
  }
  document.querySelectorAll('.mv').forEach(function (link) {
    var isBetter = link.parentNode.classList.contains('better-line');
    var id = link.dataset.n ||
      (isBetter ? after(before.id) : link.getAttribute('href').slice(1));
    var node = nodes[id];
    if (!node) {
      var isMain = /^\d+$/.test(id);
      node = nodes[id] = {
        id: id,
        frame: +(link.dataset.f || (isMain ? id : before.frame + 1)),
        parent: link.dataset.p || (isMain ? String(id - 1) : before.id),
        children: [],
        links: []
      };
      if (nodes[node.parent]) { nodes[node.parent].children.push(id); }
    }
    link.dataset.n = id;
    node.links.push(link);
    before = node;
  });
  list.querySelectorAll('.mv').forEach(function (link) { link.tabIndex = -1; });
  // The marks of a graph lead where the arrow keys do.
  document.querySelectorAll('.graph a').forEach(function (link) {
    link.setAttribute('tabindex', '-1');
  });
  var now = '0';
  var shown = null;

  function mainPly(id) {
    while (nodes[id] && !/^\d+$/.test(id)) { id = nodes[id].parent; }
    return +id;
  }
  function text(selector, value) {
    document.querySelectorAll(selector).forEach(function (place) { place.textContent = value; });
  }
  function showPlayers(panel) {
    var scores = (panel.dataset.s || '').split(' ');
    var clocks = (panel.dataset.c || '').split('|');
    [0, 1].forEach(function (player) {
      text('.player[data-player="' + player + '"] .score', scores[player] || '');
      text('.player[data-player="' + player + '"] .clock', clocks[player] || '');
    });
  }
  function showValue(panel) {
    var bar = document.querySelector('.bar');
    if (!bar || !panel.dataset.w) { return; }
    var first = parseFloat(panel.dataset.w);
    var proven = panel.dataset.w.slice(-1) === '!' ? '!' : '';
    bar.querySelector('.bar-second').style.height = (100 - first) + '%';
    var label = bar.querySelector('.bar-text');
    label.textContent = Math.round(first >= 50 ? first : 100 - first);
    label.style.bottom = first >= 50 ? '.15rem' : 'auto';
    label.style.top = first >= 50 ? 'auto' : '.15rem';
    bar.setAttribute('aria-label', 'Win probability of ' + bar.dataset.side + ': ' +
      Math.round(first) + ' percent' + (proven ? ', proven' : ''));
  }
  function showCursors(ply) {
    document.querySelectorAll('.graph').forEach(function (graph) {
      var cursor = graph.querySelector('.cursor');
      var left = +graph.dataset.left, right = +graph.dataset.right;
      var x = left + (right - left) * ply / Math.max(1, +graph.dataset.plies);
      cursor.setAttribute('transform', 'translate(' + x.toFixed(1) + ',0)');
      cursor.classList.add('at');
    });
  }

  // The lines between the jury and the programs, by ply; those of the current ply stand below its
  // panel, open or closed as the reader left them.
  var protocol = document.querySelector('details.protocol');
  var dialogues = Array.from(document.querySelectorAll('.dialogue'), function (source) {
    var lines = {};
    source.querySelectorAll('b').forEach(function (ply) {
      lines[ply.textContent] = ply.nextSibling.data.slice(1);
    });
    var title = document.createElement('p'), text = document.createElement('pre');
    title.className = 'muted';
    title.textContent = source.parentNode.firstChild.textContent;
    protocol.append(title, text);
    return {lines: lines, title: title, text: text};
  });
  function showProtocol(id) {
    if (!protocol) { return; }
    var isEmpty = true;
    dialogues.forEach(function (dialogue) {
      var lines = dialogue.lines[id];
      dialogue.title.hidden = dialogue.text.hidden = !lines;
      dialogue.text.textContent = lines || '';
      if (lines) { isEmpty = false; }
    });
    protocol.hidden = isEmpty;
  }

  function reveal(link) {
    if (!link || !list.contains(link)) { return; }
    var box = list.getBoundingClientRect(), own = link.getBoundingClientRect();
    if (own.top < box.top + 30 || own.bottom > box.bottom - 30) {
      list.scrollTop += own.top - box.top - box.height / 2;
    }
  }
  // Of the moves only the current one is a stop of the Tab key, and it keeps the focus of the list.
  function focusMove(node) {
    var hadFocus = list.contains(document.activeElement) && document.activeElement !== list;
    list.querySelectorAll('[tabindex="0"]').forEach(function (link) { link.tabIndex = -1; });
    var own = node.links.find(function (link) { return list.contains(link); });
    if (!own) { return; }
    own.tabIndex = 0;
    if (hadFocus) { own.focus({preventScroll: true}); }
  }
  function go(id, options) {
    var node = nodes[id];
    if (!node) { return; }
    nodes[now].links.forEach(function (link) {
      link.classList.remove('now');
      link.removeAttribute('aria-current');
    });
    now = id;
    node.links.forEach(function (link) {
      link.classList.add('now');
      link.setAttribute('aria-current', 'step');
    });
    draw(board, node.frame);
    focusMove(node);
    var panel = panels[id];
    // A better line has no panel of its own: that of its key moment stays.
    if (panel || !shown) {
      if (shown) { shown.classList.remove('now'); }
      shown = panel || panels[mainPly(id)];
      shown.classList.add('now');
    }
    var label = panel ? panel.dataset.label : node.links[0].textContent;
    board.setAttribute('aria-label', label);
    status.textContent = panel ? panel.querySelector('h3').textContent + '. ' + label
      : 'Better line: ' + label;
    // Beside the game, players and value are those of the ply where the line leaves it.
    showPlayers(panels[mainPly(id)]);
    showValue(panels[mainPly(id)]);
    showCursors(mainPly(id));
    showProtocol(id);
    reveal(node.links[0]);
    if (!options || options.writes !== false) {
      // A frame of another page may not allow this.
      try { history.replaceState(null, '', '#' + id); } catch (error) { /* The address stays. */ }
    }
  }

  function next(id) {
    return nodes[id].children[0];
  }
  function last(id) {
    while (next(id)) { id = next(id); }
    return id;
  }
  function step(direction) {
    var id = direction > 0 ? next(now) : nodes[now].parent;
    if (id && nodes[id]) { go(id); return true; }
    return false;
  }
  function keyMoment(direction) {
    var ply = mainPly(now), found = null;
    document.querySelectorAll('.moment-move').forEach(function (link) {
      var at = +link.getAttribute('href').slice(1);
      if (direction > 0 ? at > ply && found === null : at < ply) { found = at; }
    });
    if (found !== null) { go(String(found)); }
  }
  // Into the first other line at this ply, or back to the game.
  function branch() {
    if (!/^\d+$/.test(now)) { go(next(String(mainPly(now)))); return; }
    var other = nodes[now].parent && nodes[nodes[now].parent].children[1] || nodes[now].children[1];
    if (other) { go(other); }
  }

  var timer = null;
  var playButton = document.querySelector('[data-do=play]');
  function drawPlayButton(path) {
    playButton.querySelector('path').setAttribute('d', path);
    playButton.setAttribute('aria-pressed', !!timer);
  }
  function pause() {
    clearInterval(timer);
    timer = null;
    drawPlayButton('M5 3l11 7-11 7z');
  }
  function play() {
    if (timer) { pause(); return; }
    if (!next(now)) { go('0'); }
    timer = setInterval(function () {
      if (!step(1) || !next(now)) { pause(); }
    }, 1000 * document.getElementById('speed').value);
    drawPlayButton('M4 3h4v14H4zM12 3h4v14h-4z');
  }
  document.getElementById('speed').addEventListener('change', function () {
    if (timer) { pause(); play(); }
  });
  var actions = {
    first: function () { go('0'); },
    previous: function () { step(-1); },
    play: play,
    next: function () { step(1); },
    last: function () { go(last(now)); }
  };
  document.querySelectorAll('[data-do]').forEach(function (button) {
    button.addEventListener('click', function () {
      if (button.dataset.do !== 'play') { pause(); }
      actions[button.dataset.do]();
    });
  });

  addEventListener('keydown', function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey) { return; }
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) { return; }
    var onButton = /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName);
    var act = {
      ArrowLeft: actions.previous, ArrowRight: actions.next, Home: actions.first,
      End: actions.last, ArrowUp: function () { keyMoment(-1); },
      ArrowDown: function () { keyMoment(1); }, v: branch,
      ' ': onButton ? null : play
    }[event.key];
    // Without key moments the arrows scroll as on any page.
    var isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (!act || isVertical && !document.querySelector('.moment-move')) { return; }
    event.preventDefault();
    if (event.key !== ' ') { pause(); }
    act();
  });

  document.addEventListener('click', function (event) {
    var link = event.target.closest && event.target.closest('a[href^="#"]');
    if (!link) { return; }
    var id = link.dataset.n || link.getAttribute('href').slice(1);
    if (!nodes[id]) { return; }
    event.preventDefault();
    pause();
    go(id);
    // A link below the board leads up to it.
    if (!link.closest('.viewer') && !link.closest('.graph')) {
      document.querySelector('.viewer').scrollIntoView({block: 'start'});
    }
  });
  document.querySelectorAll('.graph').forEach(function (graph) {
    var title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
    graph.prepend(title);
    function plyAt(event) {
      var box = graph.getBoundingClientRect();
      var x = (event.clientX - box.left) * graph.viewBox.baseVal.width / box.width;
      var left = +graph.dataset.left, right = +graph.dataset.right, plies = +graph.dataset.plies;
      var ply = Math.round((x - left) / (right - left) * plies);
      return String(Math.min(plies, Math.max(0, ply)));
    }
    graph.addEventListener('pointermove', function (event) {
      var panel = panels[plyAt(event)];
      var texts = Array.from(panel.querySelectorAll('h3, .chips li'), function (part) {
        return part.textContent;
      });
      title.textContent = texts.join(' · ');
    });
    graph.addEventListener('click', function (event) {
      if (event.target.closest('a')) { return; }
      pause();
      go(plyAt(event));
    });
  });

  board.addEventListener('click', function (event) {
    var box = board.getBoundingClientRect();
    pause();
    step(event.clientX < box.left + box.width / 3 ? -1 : 1);
  });
  var turned = 0;
  board.addEventListener('wheel', function (event) {
    if (event.ctrlKey) { return; }
    event.preventDefault();
    pause();
    turned += event.deltaMode ? 40 * event.deltaY : event.deltaY;
    if (Math.abs(turned) >= 30) { step(Math.sign(turned)); turned = 0; }
  }, {passive: false});
  var touch = null;
  board.addEventListener('touchstart', function (event) {
    touch = event.touches.length === 1 ? event.touches[0] : null;
  }, {passive: true});
  board.addEventListener('touchend', function (event) {
    if (!touch) { return; }
    var end = event.changedTouches[0];
    var x = end.clientX - touch.clientX, y = end.clientY - touch.clientY;
    touch = null;
    if (Math.abs(x) > 30 && Math.abs(x) > 2 * Math.abs(y)) {
      event.preventDefault();
      pause();
      step(x < 0 ? 1 : -1);
    }
  });

  function fromAddress() {
    var id = decodeURIComponent(location.hash.slice(1));
    if (nodes[id]) { go(id, {writes: false}); return true; }
    return false;
  }
  addEventListener('hashchange', fromAddress);
  var isDeep = fromAddress();
  if (!isDeep) { go(last('0'), {writes: false}); }
})();
