const copied = [
  'boxSizing',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'fontFeatureSettings',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'wordSpacing',
] as const;

/** Laying out a longer paragraph costs more than an exact position is worth. */
const longest = 1_000;

export interface CaretPlace {
  left: number;
  top: number;
  bottom: number;
}

/**
 * The horizontal position of a character in a text area, and the box's edges. A text area does not
 * expose character positions, so a hidden copy of it is measured.
 */
export function caretPlace(box: HTMLTextAreaElement, at: number): CaretPlace {
  const style = getComputedStyle(box);
  const copy = document.createElement('div');
  for (const name of copied) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: 'fixed',
    top: '0',
    left: '-9999px',
    width: `${box.offsetWidth}px`,
    visibility: 'hidden',
    borderStyle: 'solid',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  // Only the caret's line matters, and of a very long line only its end.
  const from = box.value.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
  copy.textContent = box.value.slice(Math.max(from, at - longest), at);
  const mark = copy.appendChild(document.createElement('span'));
  mark.textContent = '\u200b';
  document.body.append(copy);
  const { left } = mark.getBoundingClientRect();
  const offset = left - copy.getBoundingClientRect().left;
  copy.remove();
  const { left: boxLeft, top, bottom } = box.getBoundingClientRect();
  return { left: boxLeft + offset, top, bottom };
}
