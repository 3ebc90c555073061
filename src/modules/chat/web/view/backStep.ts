import { useEffect, useRef } from 'react';

/** Where the chat covers the page. */
const narrow = '(width < 48rem)';
const key = 'forecourtStep';

let steps = 0;
/** Steps that lead nowhere any more. */
const spent = new Set<number>();

const stepNow = () => Number(history.state?.[key] ?? 0);

/**
 * Where the chat covers the page, the back gesture leaves what lies on top, and not the page below: while `open`, Back
 * means `onBack`.
 */
export function useBackStep(open: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    if (!open || !window.matchMedia(narrow).matches) return;
    // A reload keeps the steps of the page before it.
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
      // Later: whoever goes to another page may close the chat with the same click, and that page stays.
      setTimeout(skipSpent);
    };
  }, [open]);
}

function skipSpent(): void {
  if (spent.delete(stepNow())) history.back();
}
