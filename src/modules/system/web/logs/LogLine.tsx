import { clsx } from 'clsx';
import { memo } from 'react';
import { wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import { useTimezone, zone } from '../../../../platform/web/time/zone.ts';
import type { LogEntry } from '../../contract/logs.ts';

const tones: Record<LogEntry['level'], string> = {
  debug: 'text-muted',
  info: 'text-muted',
  warn: 'text-warning-text',
  error: 'text-danger-text',
};

export const LogLine = memo(function LogLine({ line }: { line: LogEntry }) {
  useTimezone();
  const { at, level, message, fields } = line;
  const more = Object.keys(fields).length > 0;
  return (
    <details className="rounded-sm px-1 py-0.5 hover:bg-hover" open={false}>
      <summary
        className={clsx(
          'flex flex-wrap gap-x-2 sm:flex-nowrap',
          more ? 'cursor-default' : 'list-none',
        )}
      >
        <time dateTime={at} className="shrink-0 text-muted tabular-nums">
          {timeOf(at)}
        </time>
        <span className={clsx('w-10 shrink-0 font-semibold', tones[level])}>{level}</span>
        <span className="min-w-0 text-text wrap-anywhere max-sm:w-full">
          {message}
          {more && <span className="text-muted"> {summaryOf(fields)}</span>}
        </span>
      </summary>
      {more && (
        <pre className="overflow-x-auto py-1 pl-4 whitespace-pre-wrap wrap-anywhere text-text">
          {JSON.stringify(fields, null, 2)}
        </pre>
      )}
    </details>
  );
});

/** `14:02:17.042`, in the group's time zone. */
const timeOf = (at: string) => `${wallTimeAt(zone(), Date.parse(at)).slice(11)}${at.slice(19, 23)}`;

/** Short values, shown inline. */
function summaryOf(fields: LogEntry['fields']): string {
  return Object.entries(fields)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name}=${String(value).slice(0, 40)}`)
    .join(' ');
}
