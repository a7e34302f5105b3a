// What the tests ask of a page. Each function gives plain data; those that look for faults give a
// list of them in words, empty if there are none.
window.matchups = (() => {
  // Not a whole entry, since its text is the author's.
  const OURS = 'div.matchup, .matchup-grid, .matchup-entry-name, .matchup-listing';
  const EDGE = 1.5; // pixels that rounding may take

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const outermost = () => all(OURS).filter((element) => !element.parentElement.closest(OURS));

  // How a person would name an element.
  function named(element) {
    const id = element.closest('[id]')?.id ?? '';
    const name = [...element.classList].find((each) => each.startsWith('matchup')) ?? '';
    const text = element.textContent.trim().slice(0, 40);
    return `<${element.localName} ${name}> in #${id}: “${text}”`;
  }

  // Every text of ours that takes place on the page, with the boxes of its lines.
  function* texts(roots) {
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        if (!node.data.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
        if (boxes.length) yield { node, element: node.parentElement, boxes };
      }
    }
  }

  // ------------------------------------------------------------------------------- colours

  const known = new Map();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });

  // Any colour of CSS as red, green, blue and alpha.
  function channels(colour) {
    if (!known.has(colour)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
      known.set(colour, [r, g, b, a / 255]);
    }
    return known.get(colour);
  }

  const over = (top, below) =>
    [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);

  function luminance(colour) {
    const [r, g, b] = colour.slice(0, 3).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function ratio(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  const ancestors = (element) => {
    const found = [];
    for (let each = element; each; each = each.parentElement) found.unshift(each);
    return found;
  };

  // What stands behind an element; paper prints no backgrounds.
  function ground(element, paper = false) {
    if (paper) return [255, 255, 255, 1];
    let colour = channels('Canvas');
    for (const each of ancestors(element)) {
      colour = over(channels(getComputedStyle(each).backgroundColor), colour);
    }
    return colour;
  }

  // Permalinks fade out, but are to be seen once they are shown.
  const opacity = (element) =>
    ancestors(element)
      .filter((each) => !each.matches('.headerlink'))
      .reduce((product, each) => product * getComputedStyle(each).opacity, 1);

  function contrast(element, pseudo = null, paper = false) {
    const behind = ground(element, paper);
    const [r, g, b, a] = channels(getComputedStyle(element, pseudo).color);
    return ratio(over([r, g, b, a * opacity(element)], behind), behind);
  }

  function faintTexts(least, paper = false) {
    const faults = new Set();
    const check = (element, pseudo, text) => {
      const found = contrast(element, pseudo, paper);
      if (found < least) faults.add(`${found.toFixed(2)} to 1: “${text}” of ${named(element)}`);
    };
    for (const { node, element } of texts(outermost())) {
      if (element.matches('.headerlink') && shownOpacity(element) === 0 && paper) continue;
      check(element, null, node.data.trim().slice(0, 30));
    }
    for (const element of all('.matchup-verdict, .matchup-caption, .matchup-round-label')) {
      check(element, '::before', 'mark');
    }
    return [...faults];
  }

  const shownOpacity = (element) => {
    const style = getComputedStyle(element);
    return style.display === 'none' || style.visibility === 'hidden' ? 0 : Number(style.opacity);
  };

  // The contrast of each line around a card, and of each bar of a persona, to both of its sides.
  function faintFrames(least) {
    const faults = new Set();
    for (const card of all('figure.matchup-card')) {
      const style = getComputedStyle(card);
      const around = ground(card.parentElement);
      for (const side of ['InlineStart', 'BlockStart']) {
        const width = parseFloat(style[`border${side}Width`]);
        const colour = over(channels(style[`border${side}Color`]), around);
        if (style[`border${side}Style`] !== 'solid' || width < 0.5) {
          faults.add(`no ${side} border: ${named(card)}`);
        } else if (width > 2 && ratio(colour, around) < least) {
          faults.add(`${ratio(colour, around).toFixed(2)} to 1: the bar of ${named(card)}`);
        }
      }
    }
    return [...faults];
  }

  // --------------------------------------------------------------------------------- boxes

  // The part of the page that is seen of an element, as the boxes around it cut it off.
  function visible(element) {
    // On paper, some themes are wider than the page; then headings are too.
    const heading = document.querySelector('h1').getBoundingClientRect().right;
    const right = Math.max(document.documentElement.clientWidth, heading);
    const box = { left: 0, right, scrolls: false };
    for (const each of ancestors(element.parentElement)) {
      if (each === document.body || each === document.documentElement) continue;
      if (getComputedStyle(each).overflowX !== 'visible') {
        const own = each.getBoundingClientRect();
        box.left = Math.max(box.left, own.left);
        box.right = Math.min(box.right, own.right);
        box.scrolls ||= ['auto', 'scroll'].includes(getComputedStyle(each).overflowX);
      }
    }
    return box;
  }

  // Elements of ours that are wider than their place, unless readers can scroll a table.
  function overflows() {
    const faults = [];
    for (const root of outermost()) {
      const place = visible(root);
      for (const element of [root, ...all('*', root)]) {
        const box = element.getBoundingClientRect();
        if (!box.width || place.scrolls) continue;
        if (box.left < place.left - EDGE || box.right > place.right + EDGE) {
          faults.push(`${Math.round(box.left)} to ${Math.round(box.right)}: ${named(element)}`);
        }
      }
    }
    return faults;
  }

  // Lines of text that stand out of the card, name or entry that they belong to, or that are cut.
  function strayTexts() {
    const faults = [];
    for (const { node, element, boxes } of texts(outermost())) {
      const holder = element.closest('.matchup-card, .matchup-name, .matchup-round-label, li, p');
      const place = holder.getBoundingClientRect();
      const inline = getComputedStyle(holder).display === 'inline';
      for (const box of boxes) {
        const out = inline
          ? box.right > element.closest('.matchup').getBoundingClientRect().right + EDGE
          : box.left < place.left - EDGE || box.right > place.right + EDGE ||
            box.top < place.top - 8 || box.bottom > place.bottom + 8;
        if (out) faults.push(`“${node.data.trim().slice(0, 40)}” of ${named(element)}`);
      }
    }
    for (const element of outermost().flatMap((root) => [root, ...all('*', root)])) {
      const style = getComputedStyle(element);
      if (style.overflow !== 'visible' && element.scrollHeight > element.clientHeight + EDGE &&
          style.display !== 'inline') {
        faults.push(`cut: ${named(element)}`);
      }
    }
    return [...new Set(faults)];
  }

  // For each round of each matchup: how many columns it may have, and where its cards stand.
  function rounds() {
    return all('div.matchup .matchup-round').map((round) => {
      const block = round.closest('div.matchup');
      return {
        id: block.id,
        inTable: Boolean(block.closest('td, th')),
        classes: [...block.classList],
        label: round.querySelector('.matchup-round-label')?.textContent ?? '',
        cards: all('figure', round).map((card) => {
          const { left, top, right, bottom } = card.getBoundingClientRect();
          const column = [...card.classList].find((name) => /^matchup-column-\d+$/.test(name));
          return { left, top, right, bottom, column: Number(column.slice(-1)) };
        }),
        labelBottom: round.querySelector('.matchup-round-label')?.getBoundingClientRect().bottom ?? 0,
        width: round.getBoundingClientRect().width,
      };
    });
  }

  // ------------------------------------------------------------------------------- direction

  const place = (node, offset) => {
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + 1);
    return range.getBoundingClientRect();
  };

  // Marks right behind a Hebrew or Arabic letter that are not shown at its left.
  function strayMarks() {
    const faults = [];
    for (const { node, element } of texts(outermost())) {
      for (const found of node.data.matchAll(/[\u05d0-\u05ea\u0620-\u064a][!.:,]/g)) {
        const [letter, mark] = [place(node, found.index), place(node, found.index + 1)];
        const sameLine = Math.abs(letter.top - mark.top) < letter.height / 2;
        if (sameLine && mark.left > letter.left) faults.push(`“${found[0]}” of ${named(element)}`);
      }
    }
    return faults;
  }

  // How the quotes run, by the script of their first letter.
  function directions() {
    const found = { ltr: [], rtl: [] };
    for (const quote of all('.matchup-quote > p')) {
      const [letter] = quote.textContent.match(/\p{L}/u);
      const expected = /[\u0590-\u06ff]/.test(letter) ? 'rtl' : 'ltr';
      found[expected].push(getComputedStyle(quote).direction);
    }
    return found;
  }

  // Cards whose quote is not shown above its caption.
  const cardsUpsideDown = () =>
    all('figure.matchup-card').filter((card) =>
      card.querySelector('blockquote').getBoundingClientRect().bottom >
      card.querySelector('figcaption').getBoundingClientRect().top + EDGE).map(named);

  // The side of the bar of each card that has one.
  const sidesOfBars = () =>
    all('figure.matchup-card').map((card) => getComputedStyle(card)).flatMap((style) =>
      ['left', 'right'].filter((side) => parseFloat(style[`border-${side}-width`]) > 2));

  // ---------------------------------------------------------------------------- the keyboard

  // The links of a block in the order in which they are read, line by line and card by card.
  const linksOf = (block) => all('a[href]', block);

  // What the reader sees of a link; it must change when the link has the focus.
  function looks(link) {
    const style = getComputedStyle(link);
    return [
      'outlineStyle', 'outlineWidth', 'outlineColor', 'boxShadow', 'backgroundColor', 'color',
      'textDecorationLine', 'textDecorationThickness', 'opacity',
    ].map((name) => style[name]).join(' ');
  }

  function startBefore(selector) {
    const block = document.querySelector(selector);
    block.scrollIntoView();
    const mark = document.createElement('span');
    mark.tabIndex = -1;
    block.before(mark);
    const before = new Map(linksOf(block).map((link) => [link, looks(link)]));
    mark.focus();
    mark.remove();
    window.matchupsBefore = { block, before };
    return before.size;
  }

  // What Tab has reached, by its number among the links of the block; -1 outside of it.
  function reached() {
    const { block, before } = window.matchupsBefore;
    const link = document.activeElement;
    const box = link.getClientRects()[0] ?? link.getBoundingClientRect();
    return {
      number: linksOf(block).indexOf(link),
      changed: looks(link) !== before.get(link),
      opacity: shownOpacity(link),
      permalink: link.matches('.headerlink'),
      onScreen: box.bottom > 0 && box.top < innerHeight && box.width > 0,
      name: named(link),
    };
  }

  // ------------------------------------------------------------------------- all in one look

  // What sticks out of a card to a side.
  function outside(card) {
    const box = card.getBoundingClientRect();
    const faults = all('*', card)
      .filter((element) => [...element.getClientRects()].some(
        (rect) => rect.left < box.left - 1 || rect.right > box.right + 1))
      .map(named);
    return card.scrollWidth > card.clientWidth + 1 ? [...faults, named(card)] : faults;
  }

  // The contrast of the bar of each card that has one to what is around the card.
  const bars = () =>
    all('.matchup-card')
      .filter((card) => parseFloat(getComputedStyle(card).borderInlineStartWidth) > 2)
      .map((card) => {
        const around = ground(card.parentElement);
        const bar = channels(getComputedStyle(card).borderInlineStartColor);
        return ratio(over(bar, around), around);
      });

  function look() {
    const roots = outermost();
    const links = roots.flatMap((root) => all('a', root));
    return {
      found: roots.length,
      faint: faintTexts(4.5),
      bars: bars(),
      outside: all('.matchup-card').flatMap(outside),
      widths: all('.matchup-card').map((card) => card.getBoundingClientRect().width),
      // Where the cards of each round stand.
      rounds: all('.matchup-columns .matchup-round').map((round) =>
        all('.matchup-card', round).map((card) => {
          const { left, top } = card.getBoundingClientRect();
          return [Math.round(left), Math.round(top)];
        })),
      // How many cards stand beside each other in each grid that has more than one.
      grids: all('.matchup-grid')
        .filter((grid) => grid.children.length > 1)
        .map((grid) => new Set([...grid.children].map((card) => card.offsetLeft)).size),
      blocks: roots.map((root) => root.getBoundingClientRect().right),
      pageWidth: document.documentElement.scrollWidth,
      windowWidth: window.innerWidth,
      namelessLinks: links
        .filter((link) => !(link.textContent.trim() || link.title))
        .map((link) => link.outerHTML),
      permalinks: links.filter((link) => link.matches('.headerlink')).map((link) => link.title),
      permalinkFonts: links.filter((link) => link.matches('.headerlink')).map(
        (link) => getComputedStyle(link).fontFamily),
      inline: roots
        .flatMap((root) => [root, ...all('*', root)])
        .flatMap((element) => [...element.attributes])
        .filter(({ name }) => name === 'style' || name.startsWith('on'))
        .map(({ name, value }) => `${name}="${value}"`),
      ground: luminance(ground(document.body)),
    };
  }

  return {
    cardsUpsideDown,
    directions,
    faintFrames,
    faintTexts,
    groundsOfCards: () =>
      all('figure.matchup-card').map((card) => luminance(ground(card))),
    look,
    overflows,
    reached,
    rounds,
    shownPermalinks: () =>
      outermost().flatMap((root) => all('.headerlink', root)).filter((it) => shownOpacity(it) > 0).map(named),
    sidesOfBars,
    startBefore,
    strayMarks,
    strayTexts,
  };
})();
