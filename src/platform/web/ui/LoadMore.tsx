import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';

interface Props {
  label?: string;
  pending: boolean;
  onMore: () => void;
  /** Only by the button: what is below the list stays in reach. */
  isManual?: boolean;
}

/**
 * At the end of a list with more rows: loads the next page on scroll, or by the button for users who don't scroll.
 */
export function LoadMore({ label = 'Show more', pending, onMore, isManual = false }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    if (!end.current || pending || isManual) return;
    const look = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '400px',
    });
    look.observe(end.current);
    return () => look.disconnect();
  }, [pending, isManual]);
  return (
    <div ref={end} className="flex justify-center py-2">
      <Button size="sm" pending={pending} pendingLabel="Loading…" onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}
