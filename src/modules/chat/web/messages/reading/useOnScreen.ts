import { useEffect, useRef } from 'react';

/** Calls `onSeen` with the last row on screen, whenever somebody may be looking: in a visible tab that has the focus. */
export function useOnScreen(
  lastIndex: number,
  lastKey: string | undefined,
  onSeen: (index: number) => void,
) {
  const latest = useRef({ lastIndex, onSeen });
  latest.current = { lastIndex, onSeen };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row in the same place is news too
  useEffect(() => look(latest.current), [lastIndex, lastKey]);

  useEffect(() => {
    const again = () => look(latest.current);
    window.addEventListener('focus', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      window.removeEventListener('focus', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, []);
}

function look({ lastIndex, onSeen }: { lastIndex: number; onSeen: (index: number) => void }): void {
  if (lastIndex < 0 || document.visibilityState !== 'visible' || !document.hasFocus()) return;
  onSeen(lastIndex);
}
