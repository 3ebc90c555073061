import { useEffect, useRef } from 'react';

/**
 * What one pressed may be gone once the report answers: the row one looks at alone, the filter one took back.
 * The keyboard then goes on with the rows that came, or where the figures begin, and not at the top of the page.
 */
export function useKeptFocus() {
  const whole = useRef<HTMLDivElement>(null);
  const figures = useRef<HTMLParagraphElement>(null);
  const was = useRef<'rows' | 'elsewhere' | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      // The menu of a row is drawn elsewhere on the page.
      if (!(target instanceof Element) || target.closest('[role="menu"]')) return;
      const isRow = target.closest('tbody') !== null;
      was.current = whole.current?.contains(target) ? (isRow ? 'rows' : 'elsewhere') : null;
    };
    const forget = () => {
      was.current = null;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', forget);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
  useEffect(() => {
    // After the menu that closes has given back what it held.
    const timer = setTimeout(() => {
      if (!was.current || document.activeElement !== document.body) return;
      const row =
        was.current === 'rows' && whole.current?.querySelector<HTMLElement>('tbody th button');
      (row || figures.current)?.focus();
    });
    return () => clearTimeout(timer);
  });
  return { whole, figures };
}
