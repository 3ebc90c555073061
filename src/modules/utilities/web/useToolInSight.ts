import { useCallback, useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../platform/web/router/address.ts';
import { type UtilityId, utilities } from '../../shortcuts/web/public.ts';

/** How long to keep re-scrolling to the tool while content above it is still loading. */
const settleMs = 3_000;
const userInputEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

const toolIn = (hash: string) => utilities.find(({ id }) => id === hash)?.id;

/** Scrolls to the tool named in the URL hash and focuses it; `show` expands the hub. */
export function useToolInSight(show: () => void) {
  const content = useRef<HTMLDivElement>(null);
  const { hash } = useAddress();
  const named = toolIn(hash);
  const shown = useRef(named);
  const [target, setTarget] = useState<{ id: UtilityId }>();

  const goTo = useCallback(
    (id: UtilityId) => {
      show();
      setTarget({ id });
    },
    [show],
  );

  useEffect(() => {
    if (named) goTo(named);
    // Navigated back from a tool to the page.
    else if (shown.current) document.getElementById('content')?.scrollTo(0, 0);
    shown.current = named;
  }, [named, goTo]);

  // Not in `goTo`: what is still hidden receives no focus.
  useEffect(() => {
    if (!target) return;
    let stop: (() => void) | undefined;
    // After the page has taken focus, which it does on every navigation.
    const frame = requestAnimationFrame(() => {
      document.getElementById(target.id)?.focus({ preventScroll: true });
      if (content.current) stop = keepInView(content.current, target.id);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop?.();
    };
  }, [target]);
  return { content, named, goTo };
}

function keepInView(content: HTMLElement, id: string): () => void {
  const scrollToTool = () => document.getElementById(id)?.scrollIntoView({ block: 'start' });
  const observer = new ResizeObserver(scrollToTool);
  const timer = setTimeout(end, settleMs);
  function end(): void {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of userInputEvents) window.removeEventListener(event, end);
  }
  for (const event of userInputEvents) window.addEventListener(event, end, { passive: true });
  observer.observe(content);
  scrollToTool();
  return end;
}
