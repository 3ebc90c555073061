import type { ReactNode } from 'react';
import { HistoryEntry } from '../ui/HistoryEntry.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

export interface RecordSectionProps {
  label: string;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled section of a record's page. */
export function RecordSection({ label, aside, children }: RecordSectionProps) {
  return (
    <section aria-label={label} className="min-w-0">
      <div className="flex items-baseline justify-between gap-4 border-b border-border pb-2">
        <h3 className="text-sm font-semibold text-text">{label}</h3>
        {aside && (
          // The label of a ghost button ends where the section does, and not its invisible edge.
          <span className="text-sm text-muted tabular-nums has-data-ghost:-mr-2.5">{aside}</span>
        )}
      </div>
      <div className="pt-3">{children}</div>
    </section>
  );
}

interface RecordEvent<Data> {
  id: number;
  by: string | null;
  at: string;
  data: Data;
}

interface HistoryProps<Data> {
  /** Latest first; undefined while loading. */
  events: readonly RecordEvent<Data>[] | undefined;
  describe: (data: Data) => { title: string; detail?: string | undefined };
  /** Below the events, such as a button for earlier ones. */
  footer?: ReactNode;
}

/** What happened to a record, latest first. */
export function RecordHistory<Data>({ events, describe, footer }: HistoryProps<Data>) {
  return (
    <RecordSection label="History">
      {events ? (
        <ol className="flex flex-col">
          {events.map((event) => (
            <HistoryEntry key={event.id} {...describe(event.data)} by={event.by} at={event.at} />
          ))}
        </ol>
      ) : (
        <Skeleton className="h-40" />
      )}
      {footer}
    </RecordSection>
  );
}
