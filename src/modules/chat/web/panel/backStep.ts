import { useEffect, useRef } from 'react';

/** The chat covers the page below this width. */
const narrow = '(width < 48rem)';
const key = 'forecourtStep';

let steps = 0;
/** History entries that were already closed. */
const spent = new Set<number>();

const stepNow = () => Number(history.state?.[key] ?? 0);

/**
 * While `open` and the chat covers the page, the back gesture calls `onBack` instead of leaving the page
 * below.
 */
export function useBackStep(open: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    if (!open || !window.matchMedia(narrow).matches) return;
    // A reload keeps the history entries.
    const mine = Math.max(steps, stepNow()) + 1;
    steps = mine;
    history.pushState({ ...history.state, [key]: mine }, '');
    const onPop = () => {
      if (stepNow() < mine) latest.current();
    };
    window.addEventListener('popstate', onPop);
    window.addEventListener('popstate', skipSpent);
    return () => {
      window.removeEventListener('popstate', onPop);
      spent.add(mine);
      // Deferred: one click may both navigate and close the chat; the new page must stay.
      setTimeout(skipSpent);
    };
  }, [open]);
}

function skipSpent(): void {
  if (spent.delete(stepNow())) history.back();
}
