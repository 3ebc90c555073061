import { useEffect, useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** While something is unsaved, Back and links within Forecourt call `ask` with how to go on, instead of leaving. */
export function usePageGuard(isDirty: boolean, ask: (goOn: () => void) => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!isDirty) return;
    const address = window.location.href;
    const state: unknown = window.history.state;
    let isLeaving = false;
    const onPop = (event: PopStateEvent) => {
      // Within one address, Back closes what lies above the form, such as the chat on a phone.
      if (isLeaving || window.location.href === address) return;
      // Hidden from the router. Its direction is unknown, so the step is not undone but covered by a new one.
      event.stopImmediatePropagation();
      window.history.pushState(state, '', address);
      latest.current(() => {
        isLeaving = true;
        window.history.back();
      });
    };
    const onClick = (event: MouseEvent) => {
      const href = linkOf(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(() => navigate(href));
    };
    // Before the router’s own listeners.
    window.addEventListener('popstate', onPop, true);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('popstate', onPop, true);
      document.removeEventListener('click', onClick, true);
    };
  }, [isDirty]);
}

/** The page that a click leads to in this tab; null if it leads to none. */
function linkOf(event: MouseEvent): string | null {
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || hasModifier || event.button !== 0 || link.target || link.download) return null;
  const isPage = link.origin === window.location.origin && !link.pathname.startsWith('/api/');
  return link.href && isPage ? `${link.pathname}${link.search}${link.hash}` : null;
}
