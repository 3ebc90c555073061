/** Where an element was when it was removed. */
interface Gap {
  parent: Element;
  /** What was before it. */
  before: ChildNode | null;
}

const controls = 'a[href], button, summary, [tabindex="0"]';
/** They receive the focus themselves when what has it is removed from them. */
const dialogs = '[role="dialog"], [role="alertdialog"]';
const typed = 'input, textarea, select, [contenteditable]';

/** What had the focus, the latest first: a dialog and what it was opened from may be removed at once. */
let recent: Element[] = [];
const recentLimit = 6;
/** A dialog that closes returns the focus, and effects of components move it. */
const afterOthersMs = 50;
const gaps = new WeakMap<Element, Gap>();

/**
 * Whatever has the focus may be removed: a row with its button, a note with the dialog that shows it. The body would
 * then have the focus, and the Tab key start at the top of the page. So what took its place receives it, or the nearest
 * control; code that knows a better one is not disturbed.
 */
export function watchLostFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || target.matches(`main, ${dialogs}`)) return;
    // Of a dialog only the latest: what it was opened from must stay among them.
    const area = target.closest(dialogs) ?? target;
    recent = [target, ...recent.filter((one) => !area.contains(one))].slice(0, recentLimit);
  });
  // Where nothing can receive the focus the pointer has ended it on purpose.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest(`${controls}, ${typed}, label`)) recent = [];
  });
  new MutationObserver((records) => {
    for (const one of recent) {
      const gap = one.isConnected ? undefined : gapOf(one, records);
      if (!gap) continue;
      gaps.set(one, gap);
      if (one === recent[0]) setTimeout(focusNearest, afterOthersMs);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

function gapOf(element: Element, records: readonly MutationRecord[]): Gap | undefined {
  let removed: Node = element;
  for (const { removedNodes, target, previousSibling } of records) {
    if (![...removedNodes].some((node) => node.contains(removed))) continue;
    if (target.isConnected && target instanceof Element)
      return { parent: target, before: previousSibling as ChildNode | null };
    removed = target;
  }
  return undefined;
}

function focusNearest(): void {
  const [lost] = recent;
  if (!lost || lost.isConnected) return;
  // What is still being typed must not press a button. A dialog with its field was closed on purpose.
  if (lost.matches(typed) && gaps.get(lost)?.parent !== document.body) return;
  for (const one of recent) {
    const gap = gaps.get(one);
    if (!isLost(gap)) return;
    const next = one.isConnected ? one : gap && controlNear(gap);
    if (!(next instanceof HTMLElement)) continue;
    next.focus({ preventScroll: true });
    if (document.activeElement === next) return;
  }
}

function isLost(gap: Gap | undefined): boolean {
  const active = document.activeElement;
  return (
    active === document.body ||
    Boolean(active?.matches(dialogs) && active.contains(gap?.parent ?? null))
  );
}

/** Nothing for what was directly in the body, as what a dialog shows: nothing is near that. */
function controlNear(gap: Gap): Element | undefined {
  let parent: Element | null = gap.parent;
  const isThere = gap.before?.parentNode === parent;
  let before = isThere ? gap.before : null;
  let after = before ? before.nextSibling : parent.firstChild;
  while (parent && parent !== document.body && parent.parentElement !== document.body) {
    for (let node = after; node; node = node.nextSibling) {
      const control = controlIn(node);
      if (control) return control;
    }
    for (let node = before; node; node = node.previousSibling) {
      const control = controlIn(node);
      if (control) return control;
    }
    if (parent.matches(`main, ${dialogs}`)) return parent;
    [before, after, parent] = [parent.previousSibling, parent.nextSibling, parent.parentElement];
  }
  return undefined;
}

function controlIn(node: ChildNode): Element | undefined {
  if (!(node instanceof HTMLElement)) return undefined;
  return [node, ...node.querySelectorAll<HTMLElement>(controls)].find(
    (one) =>
      one.matches(controls) &&
      one.tabIndex >= 0 &&
      !one.matches(':disabled') &&
      one.checkVisibility(),
  );
}
