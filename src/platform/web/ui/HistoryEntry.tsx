import { exactTime } from '../time/moments.ts';
import { relativeTime } from '../time/relativeTime.ts';

interface HistoryEntryProps {
  title: string;
  detail?: string | undefined;
  by: string | null;
  at: string;
  /** Time zone of the date; the group's by default. */
  timeZone?: string | undefined;
}

/** One event in the history of a record, on a vertical line. */
export function HistoryEntry({ title, detail, by, at, timeZone }: HistoryEntryProps) {
  const moment = new Date(at);
  return (
    <li className="relative flex flex-col gap-0.5 border-l border-border pb-4 pl-4 last:pb-0">
      <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-line" />
      <span className="text-sm font-medium text-text">{title}</span>
      {detail && (
        <span className="text-sm whitespace-pre-line wrap-anywhere text-text">{detail}</span>
      )}
      <span className="text-xs text-muted">
        {by && `${by} · `}
        <time dateTime={at} title={exactTime(moment, timeZone)}>
          {relativeTime(moment, new Date(), timeZone)}
        </time>
      </span>
    </li>
  );
}
