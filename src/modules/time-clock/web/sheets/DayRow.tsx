import { clsx } from 'clsx';
import { PencilLine } from 'lucide-react';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { workedStoreName } from '../../../../platform/contract/names.ts';
import { clockSeconds, clockTime, weekdayTime } from '../../../../platform/web/time/moments.ts';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { clockHours } from '../../contract/duration.ts';
import type { Interval, SheetDay, SheetPunch } from '../../contract/sheets.ts';
import { kindNames } from '../../contract.ts';
import { Flags } from '../parts/Flags.tsx';
import { Hours } from '../parts/Hours.tsx';

interface Props {
  day: SheetDay;
  today: string;
  timezone: string;
  punches: readonly SheetPunch[];
  /** Paid time off on this day. */
  timeOffMs: number;
  /** The person works at several stores. */
  showsStores: boolean;
  /** Corrections apply directly; otherwise they are requested. */
  corrects: boolean;
  onCorrect: () => void;
}

/** One day: its intervals, flags and total. */
export function DayRow(props: Props) {
  const { day, today, timezone, punches, timeOffMs, showsStores, corrects, onCorrect } = props;
  const { date, intervals, flags, paidMs } = day;
  const isFuture = date > today;
  const label = `${corrects ? 'Correct' : 'Request a correction for'} ${weekdayDay(date)}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-x-4 gap-y-1 py-2.5 @3xl:grid-cols-[8rem_minmax(0,1fr)_12rem_6rem_auto]">
      <h3
        className={clsx(
          'text-base font-medium @max-3xl:order-1',
          isFuture ? 'text-muted' : 'text-text',
        )}
      >
        {weekdayDay(date)}
        {date === today && <span className="ml-2 text-xs font-normal text-muted">Today</span>}
      </h3>
      <div className="min-w-0 @max-3xl:order-4 @max-3xl:col-span-3">
        <Intervals intervals={intervals} timezone={timezone} showsStores={showsStores} />
        {timeOffMs > 0 && (
          <p className="text-sm text-text">
            Paid time off <Hours ms={timeOffMs} />
          </p>
        )}
        {punches.length > 0 && <PunchDetails punches={punches} timezone={timezone} />}
      </div>
      <div className="flex flex-wrap justify-end gap-1 @max-3xl:order-5 @max-3xl:col-span-3 @max-3xl:justify-start @max-3xl:empty:hidden">
        <Flags flags={flags} />
      </div>
      <p className="text-right text-base font-medium text-text @max-3xl:order-2">
        {paidMs > 0 ? <Hours ms={paidMs} /> : <span className="text-muted">–</span>}
      </p>
      <div className="-my-1.5 w-row @max-3xl:order-3">
        {!isFuture && <IconButton label={label} icon={PencilLine} onClick={onCorrect} />}
      </div>
    </li>
  );
}

function Intervals({
  intervals,
  timezone,
  showsStores,
}: Pick<Props, 'timezone' | 'showsStores'> & { intervals: Interval[] }) {
  if (intervals.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm tabular-nums">
      {intervals.map((interval) => (
        <li
          key={`${interval.kind} ${interval.start}`}
          className={interval.kind === 'work' ? 'text-text' : 'text-muted'}
        >
          {describeInterval(interval, timezone)}
          {showsStores && interval.kind === 'work' && (
            <span className="text-muted">{` ${workedStoreName(interval.store)}`}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function describeInterval({ kind, paid, start, end, unended }: Interval, timezone: string): string {
  const from = clockTime(start, timezone);
  const until = end ? clockTime(end, timezone) : unended ? 'no clock-out' : 'now';
  if (kind === 'work') return `${from} – ${until}`;
  const length = end ? `${clockHours(Date.parse(end) - Date.parse(start))}, ` : '';
  return `Break ${from} – ${until} (${length}${paid ? 'paid' : 'unpaid'})`;
}

interface PunchDetailsProps {
  punches: readonly SheetPunch[];
  timezone: string;
}

/** Every punch of a day, including voided ones. */
function PunchDetails({ punches, timezone }: PunchDetailsProps) {
  return (
    <details className="mt-0.5 text-xs">
      <summary className="w-fit cursor-default rounded-sm text-muted hover:text-text">
        {punches.length === 1 ? '1 punch' : `${punches.length} punches`}
      </summary>
      <ul className="mt-1 flex flex-col gap-0.5 text-muted tabular-nums">
        {punches.map((punch) => (
          <li key={punch.id} className="flex flex-wrap gap-x-2">
            <span className={clsx('text-text', punch.voidedBy !== null && 'line-through')}>
              {`${kindNames[punch.kind]} ${clockSeconds(punch.at, timezone)}`}
            </span>
            <span>{originOf(punch, timezone)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function originOf(
  { source, device, recordedAt, voidedBy, correctionId }: SheetPunch,
  timezone: string,
) {
  const parts = [source === 'kiosk' ? `Kiosk ${device}` : device];
  if (source === 'offline') {
    parts.push(`punched offline, received ${weekdayTime(recordedAt, timezone)}`);
  }
  if (correctionId !== null) parts.push(`from correction ${correctionId}`);
  if (voidedBy !== null) parts.push(`removed by correction ${voidedBy}`);
  return parts.filter(Boolean).join(' · ');
}
