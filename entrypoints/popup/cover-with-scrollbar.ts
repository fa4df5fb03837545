/**
 * Lets a scrollbar lie over the padding at the popup's end, so that it moves nothing.
 *
 * Not by a media query in the first style sheet: that is evaluated at each step in which the browser enlarges the popup (11 more
 * recalculations of style, 8 of 60 ms).
 */
export function coverWithScrollbar(): void {
  const isFullWidth = matchMedia('(min-width: 380px)');
  const update = () => document.body.classList.toggle('full-width', isFullWidth.matches);
  update();
  isFullWidth.addEventListener('change', update);
}
