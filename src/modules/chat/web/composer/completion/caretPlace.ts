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

/** A paragraph longer than this costs more to lay out than an exact place is worth. */
const longest = 1_000;

export interface CaretPlace {
  left: number;
  top: number;
  bottom: number;
}

/**
 * How far right in the window a character of a box stands, and the box's own edges: a text area does not
 * say where its characters are, so a twin of it is measured.
 */
export function caretPlace(box: HTMLTextAreaElement, at: number): CaretPlace {
  const style = getComputedStyle(box);
  const twin = document.createElement('div');
  for (const name of copied) twin.style[name] = style[name];
  Object.assign(twin.style, {
    position: 'fixed',
    top: '0',
    left: '-9999px',
    width: `${box.offsetWidth}px`,
    visibility: 'hidden',
    borderStyle: 'solid',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  // Lines above the caret's shift nothing sideways; of an endless one only the end is near it.
  const from = box.value.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
  twin.textContent = box.value.slice(Math.max(from, at - longest), at);
  const mark = twin.appendChild(document.createElement('span'));
  mark.textContent = '\u200b';
  document.body.append(twin);
  const { left } = mark.getBoundingClientRect();
  const offset = left - twin.getBoundingClientRect().left;
  twin.remove();
  const { left: boxLeft, top, bottom } = box.getBoundingClientRect();
  return { left: boxLeft + offset, top, bottom };
}
