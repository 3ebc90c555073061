import { useEffect, useRef } from 'react';
import { sentenceOf } from '../api/ApiError.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface Props {
  label?: string;
  pending: boolean;
  onMore: () => void;
  /** Why the next page could not be loaded; the user decides when to try again. */
  error?: Error | null | undefined;
  /** Only by the button: what is below the list stays in reach. */
  isManual?: boolean;
}

/**
 * At the end of a list with more rows: loads the next page on scroll, or by the button for users who don't scroll.
 */
export function LoadMore(props: Props) {
  const { label = 'Show more', pending, onMore, error, isManual = false } = props;
  const isFailed = Boolean(error) && !pending;
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    if (!end.current || pending || isManual || isFailed) return;
    const look = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '400px',
    });
    look.observe(end.current);
    return () => look.disconnect();
  }, [pending, isManual, isFailed]);
  return (
    <div ref={end} className="flex flex-col items-center gap-2 py-2">
      {isFailed && (
        <Notice tone="danger" live>
          {`Couldn’t load more. ${sentenceOf(error, 'Check your connection and try again.')}`}
        </Notice>
      )}
      <Button size="sm" pending={pending} pendingLabel="Loading…" onClick={onMore}>
        {isFailed ? 'Try again' : label}
      </Button>
    </div>
  );
}
