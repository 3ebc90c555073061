import { useEffect, useRef } from 'react';
import { hasFocus, watchFocus } from '../../attention/focus.ts';

interface OnScreen {
  lastIndex: number;
  lastKey: string | undefined;
  /** Something covers the list. */
  covered: boolean;
  onSeen: (index: number) => void;
}

/** Calls `onSeen` with the last row on screen while the tab is visible and focused. */
export function useOnScreen(shown: OnScreen) {
  const latest = useRef(shown);
  latest.current = shown;
  const { lastIndex, lastKey, covered } = shown;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a different row at the same index counts too
  useEffect(() => reportSeen(latest.current), [lastIndex, lastKey, covered]);

  useEffect(() => watchFocus(() => reportSeen(latest.current)), []);
}

function reportSeen({ lastIndex, covered, onSeen }: OnScreen): void {
  if (lastIndex >= 0 && !covered && hasFocus()) onSeen(lastIndex);
}
