import { useEffect, useRef } from 'react';
import { hasFocus, watchFocus } from '../../telling/focus.ts';

interface OnScreen {
  lastIndex: number;
  lastKey: string | undefined;
  /** Something lies over the list. */
  covered: boolean;
  onSeen: (index: number) => void;
}

/** Calls `onSeen` with the last row on screen, whenever somebody may be looking: in a visible tab that has the focus. */
export function useOnScreen(shown: OnScreen) {
  const latest = useRef(shown);
  latest.current = shown;
  const { lastIndex, lastKey, covered } = shown;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row in the same place is news too
  useEffect(() => look(latest.current), [lastIndex, lastKey, covered]);

  useEffect(() => watchFocus(() => look(latest.current)), []);
}

function look({ lastIndex, covered, onSeen }: OnScreen): void {
  if (lastIndex >= 0 && !covered && hasFocus()) onSeen(lastIndex);
}
