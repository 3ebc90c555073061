import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Focus on the button of a card that moves to another column, where it is mounted again, until the user focuses
 * something else. `attribute` has the id of the card's record.
 */
export function useKeptFocus(attribute: `data-${string}`): (id: number) => void {
  const moved = useRef<number>(undefined);
  useEffect(() => {
    const forget = ({ target }: Event) => {
      const own = `[${attribute}="${moved.current}"], [role="dialog"]`;
      if (target instanceof Element && !target.closest(own)) moved.current = undefined;
    };
    document.addEventListener('focusin', forget);
    document.addEventListener('pointerdown', forget);
    return () => {
      document.removeEventListener('focusin', forget);
      document.removeEventListener('pointerdown', forget);
    };
  }, [attribute]);
  // Before the next key press, which the body would ignore.
  useLayoutEffect(() => {
    if (moved.current === undefined || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[${attribute}="${moved.current}"] button`)?.focus();
  });
  return (id) => {
    moved.current = id;
  };
}
