import { useCallback, useEffect, useRef } from 'react';
import { useAddress } from '../../../platform/web/router/address.ts';
import { type UtilityId, utilities } from '../../shortcuts/web/public.ts';

/** For so long what still arrives above a tool may push it about, and it is brought back. */
const settleMs = 3_000;
const ownMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

const toolIn = (hash: string) => utilities.find(({ id }) => id === hash)?.id;

/** Brings the tool that the address names into sight and gives it the keyboard; `show` opens what hides it. */
export function useToolInSight(show: () => void) {
  const content = useRef<HTMLDivElement>(null);
  const stop = useRef<() => void>(undefined);
  const { hash } = useAddress();
  const named = toolIn(hash);
  const shown = useRef(named);

  const goTo = useCallback(
    (id: UtilityId) => {
      show();
      stop.current?.();
      // After the page has taken the focus for itself, as it does on every way to it.
      const frame = requestAnimationFrame(() => {
        document.getElementById(id)?.focus({ preventScroll: true });
        stop.current = content.current ? holdInSight(content.current, id) : undefined;
      });
      stop.current = () => cancelAnimationFrame(frame);
    },
    [show],
  );

  useEffect(() => {
    if (named) goTo(named);
    // Back from a tool to the page itself.
    else if (shown.current) document.getElementById('content')?.scrollTo(0, 0);
    shown.current = named;
  }, [named, goTo]);
  useEffect(() => () => stop.current?.(), []);
  return { content, named, goTo };
}

function holdInSight(content: HTMLElement, id: string): () => void {
  const bring = () => document.getElementById(id)?.scrollIntoView({ block: 'start' });
  const observer = new ResizeObserver(bring);
  const timer = setTimeout(end, settleMs);
  function end(): void {
    observer.disconnect();
    clearTimeout(timer);
    for (const move of ownMoves) window.removeEventListener(move, end);
  }
  for (const move of ownMoves) window.addEventListener(move, end, { passive: true });
  observer.observe(content);
  bring();
  return end;
}
