import { useEffect, useRef } from 'react';

/**
 * The pressed control may be gone after the report reloads, e.g. a filtered row or a removed filter. Moves the
 * focus to the new rows or the start of the figures instead of the top of the page.
 */
export function useKeptFocus() {
  const container = useRef<HTMLDivElement>(null);
  const figures = useRef<HTMLParagraphElement>(null);
  const lastFocus = useRef<'rows' | 'elsewhere' | null>(null);
  useEffect(() => {
    const remember = ({ target }: Event) => {
      // The menu of a row is rendered in a portal.
      if (!(target instanceof Element) || target.closest('[role="menu"]')) return;
      const isRow = target.closest('tbody') !== null;
      lastFocus.current = container.current?.contains(target)
        ? isRow
          ? 'rows'
          : 'elsewhere'
        : null;
    };
    const forget = () => {
      lastFocus.current = null;
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
  useEffect(() => {
    // After the closing menu has restored the focus.
    const timer = setTimeout(() => {
      if (!lastFocus.current || document.activeElement !== document.body) return;
      const row =
        lastFocus.current === 'rows' &&
        container.current?.querySelector<HTMLElement>('tbody th button');
      (row || figures.current)?.focus();
    });
    return () => clearTimeout(timer);
  });
  return { container, figures };
}
