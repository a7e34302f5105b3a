// What a reader of a page meets in the elements of sphinx-matchups, as plain data.
// An expression: Playwright evaluates it on the page and takes what it returns.
() => {
  // Not a whole entry, since its text is the author's.
  const OURS =
    'div.matchup, .matchup-entry-name, .matchup-grid, .matchup-listing';
  const outermost = [...document.querySelectorAll(OURS)].filter(
    (element) => !element.parentElement.closest(OURS),
  );

  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });

  // Red, green, blue and alpha of any colour that CSS knows.
  function rgba(color) {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  function over([red, green, blue, alpha], ground) {
    return [red, green, blue].map((value, place) => value * alpha + ground[place] * (1 - alpha));
  }

  function groundOf(element) {
    if (element === null) {
      const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
      return dark ? [18, 18, 18] : [255, 255, 255];
    }
    const color = rgba(getComputedStyle(element).backgroundColor);
    if (color[3] === 1) return color.slice(0, 3);
    return over(color, groundOf(element.parentElement));
  }

  function luminance(color) {
    const [red, green, blue] = color.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(color, ground) {
    const [light, dark] = [luminance(over(rgba(color), ground)), luminance(ground)].sort(
      (one, two) => two - one,
    );
    return (light + 0.05) / (dark + 0.05);
  }

  function texts(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      if (walker.currentNode.data.trim()) found.push(walker.currentNode);
    }
    return found;
  }

  const faint = [];
  for (const text of outermost.flatMap(texts)) {
    const element = text.parentElement;
    const ratio = contrast(getComputedStyle(element).color, groundOf(element));
    if (ratio < 4.5) {
      faint.push(`${ratio.toFixed(2)} ${element.className} ${text.data.trim().slice(0, 40)}`);
    }
  }

  const cards = [...document.querySelectorAll('.matchup-card')];
  const bars = cards
    .filter((card) => parseFloat(getComputedStyle(card).borderInlineStartWidth) > 2)
    .map((card) =>
      contrast(getComputedStyle(card).borderInlineStartColor, groundOf(card.parentElement)),
    );

  const outside = [];
  for (const card of cards) {
    const box = card.getBoundingClientRect();
    for (const element of card.querySelectorAll('*')) {
      for (const rect of element.getClientRects()) {
        if (rect.left < box.left - 1 || rect.right > box.right + 1) {
          outside.push(`${element.tagName} ${element.textContent.slice(0, 40)}`);
        }
      }
    }
    if (card.scrollWidth > card.clientWidth + 1) outside.push(card.textContent.slice(0, 40));
  }

  const rounds = [...document.querySelectorAll('.matchup-columns .matchup-round')].map((round) =>
    [...round.querySelectorAll('.matchup-card')].map((card) => {
      const { left, top } = card.getBoundingClientRect();
      return [Math.round(left), Math.round(top)];
    }),
  );

  // How many cards stand beside each other in each grid that has more than one.
  const grids = [...document.querySelectorAll('.matchup-grid')]
    .filter((grid) => grid.children.length > 1)
    .map((grid) => new Set([...grid.children].map((card) => card.offsetLeft)).size);

  const links = outermost.flatMap((root) => [...root.querySelectorAll('a')]);
  return {
    found: outermost.length,
    faint,
    bars,
    outside,
    rounds,
    grids,
    blocks: outermost.map((root) => root.getBoundingClientRect().right),
    pageWidth: document.documentElement.scrollWidth,
    windowWidth: window.innerWidth,
    namelessLinks: links
      .filter((link) => !(link.textContent.trim() || link.title))
      .map((link) => link.outerHTML),
    permalinks: links
      .filter((link) => link.classList.contains('headerlink'))
      .map((link) => link.title),
    inline: outermost
      .flatMap((root) => [root, ...root.querySelectorAll('*')])
      .flatMap((element) => [...element.attributes])
      .filter((attribute) => attribute.name === 'style' || attribute.name.startsWith('on'))
      .map((attribute) => `${attribute.name}="${attribute.value}"`),
    ground: luminance(groundOf(document.body)),
  };
}
