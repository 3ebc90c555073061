import { ScrollText } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { LogEntry } from '../../contract/logs.ts';
import { LogLine } from './LogLine.tsx';

interface Props {
  lines: readonly LogEntry[];
  /** Keeps the latest line visible, unless the user has scrolled up. */
  follow: boolean;
  state: 'pending' | 'failed' | 'known';
}

const nearPx = 40;

export function Lines({ lines, follow, state }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (follow) isAtEnd.current = true;
  }, [follow]);
  useLayoutEffect(() => {
    if (follow && lines.length > 0 && isAtEnd.current)
      box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [follow, lines]);
  return (
    <div
      ref={box}
      role="log"
      aria-label="Lines"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearPx;
      }}
      className="scroll-area h-[50dvh] overflow-y-auto rounded-md border border-border bg-sunken p-2 font-mono text-xs"
    >
      {lines.length === 0 && state === 'pending' && <Skeleton className="h-full" />}
      {lines.length === 0 && state === 'known' && (
        <div className="font-sans">
          <EmptyState
            icon={ScrollText}
            title="No log lines"
            description="New lines appear here as they are logged. Try a lower level or another search."
          />
        </div>
      )}
      {lines.map((line) => (
        <LogLine key={line.id} line={line} />
      ))}
    </div>
  );
}
