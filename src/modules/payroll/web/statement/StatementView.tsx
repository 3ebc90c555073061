import { clsx } from 'clsx';
import { daysText, shortDay, weekdayDay } from '../../../../platform/contract/calendar.ts';
import { decimalHours } from '../../../../platform/contract/decimalHours.ts';
import { workedStoreName } from '../../../../platform/contract/names.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { clockTime } from '../../../../platform/web/time/moments.ts';
import type { Review } from '../../contract/review.ts';
import {
  type Adjustment,
  type Amount,
  type Line,
  type PeriodDay,
  type TimeOff,
  timeOffMs,
  workedMs,
} from '../../contract/statement.ts';
import { Flags } from '../parts/badges.tsx';

/** The hours of a period: what is paid, and the days it comes from. */
export function StatementView({ review }: { review: Review }) {
  const { statement, totals, laterAdjustments } = review;
  const { lines, adjustments, timeOff, days } = statement;
  return (
    <div className="flex flex-col gap-6">
      <Totals review={review} />
      {(lines.length > 1 || totals.overtimeMs + totals.doubleMs > 0) && lines.length > 0 && (
        <ByStore lines={lines} />
      )}
      {timeOff.length > 0 && <TimeOffList timeOff={timeOff} />}
      {adjustments.length > 0 && <Adjustments adjustments={adjustments} />}
      {laterAdjustments.length > 0 && <LaterAdjustments adjustments={laterAdjustments} />}
      <Days days={days} showsStores={lines.length > 1} />
    </div>
  );
}

const figuresOf = ({ totals, statement }: Review) => {
  const offMs = timeOffMs(statement);
  return [
    { name: 'Regular', value: decimalHours(totals.regularMs), isShown: true },
    { name: 'Overtime', value: decimalHours(totals.overtimeMs), isShown: true },
    { name: 'Double time', value: decimalHours(totals.doubleMs), isShown: totals.doubleMs !== 0 },
    {
      name: 'Meal premium',
      value: `${totals.premiumHours}.00`,
      isShown: totals.premiumHours !== 0,
    },
    { name: 'Time off', value: decimalHours(offMs), isShown: offMs !== 0 },
    {
      name: 'Paid breaks included',
      value: decimalHours(statement.paidBreakMs),
      isShown: statement.paidBreakMs > 0,
    },
  ].filter(({ isShown }) => isShown);
};

function Totals({ review }: { review: Review }) {
  return (
    <dl
      aria-label="Hours of the pay period"
      className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-border py-3 @md:grid-cols-3 @3xl:flex @3xl:gap-10"
    >
      {figuresOf(review).map(({ name, value }) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-lg font-semibold text-text tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `8.00 time off`. */
const adjustedText = (amount: Amount, timeOff: string | undefined): string =>
  timeOff === undefined ? amountText(amount) : `${decimalHours(amount.regularMs)} time off`;

/** `38.00 regular, 2.00 overtime`. */
function amountText({ regularMs, overtimeMs, doubleMs, premiumHours }: Amount): string {
  const parts: (string | false)[] = [
    regularMs !== 0 && `${decimalHours(regularMs)} regular`,
    overtimeMs !== 0 && `${decimalHours(overtimeMs)} overtime`,
    doubleMs !== 0 && `${decimalHours(doubleMs)} double time`,
    premiumHours !== 0 && `${premiumHours} meal premium`,
  ];
  return parts.filter(Boolean).join(', ');
}

function ByStore({ lines }: { lines: readonly Line[] }) {
  return (
    <RecordSection label="Hours by store">
      <ul className="flex flex-col gap-1 text-sm">
        {lines.map((line) => (
          <li key={line.store ?? ''} className="flex flex-wrap justify-between gap-x-4">
            <span className="text-text">{workedStoreName(line.store)}</span>
            <span className="text-muted tabular-nums">{amountText(line)}</span>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

function TimeOffList({ timeOff }: { timeOff: readonly TimeOff[] }) {
  return (
    <RecordSection label="Time off">
      <ul className="flex flex-col gap-1 text-sm">
        {timeOff.map(({ kind, ms }) => (
          <li key={kind} className="flex justify-between gap-4">
            <span className="text-text">{kind}</span>
            <span className="text-muted tabular-nums">{decimalHours(ms)}</span>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

function Adjustments({ adjustments }: { adjustments: readonly Adjustment[] }) {
  return (
    <RecordSection label="Adjustments of earlier periods">
      <ul className="flex flex-col gap-2 text-sm">
        {adjustments.map(({ id, from, to, store, reason, timeOff, ...amount }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <span className="text-text">
              {`${daysText(from, to)}, ${timeOff ?? workedStoreName(store)}`}
              <span className="block text-muted wrap-anywhere">{reason}</span>
            </span>
            <span className="text-muted tabular-nums">{adjustedText(amount, timeOff)}</span>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

function LaterAdjustments({ adjustments }: { adjustments: Review['laterAdjustments'] }) {
  return (
    <RecordSection label="Changed after the lock">
      <ul className="flex flex-col gap-2 text-sm">
        {adjustments.map(({ into, intoEnd, store, reason, timeOff, ...amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are only ever added to
          <li key={at} className="flex flex-wrap justify-between gap-x-4">
            <span className="text-text">
              {`Paid with ${daysText(into, intoEnd)}, ${timeOff ?? workedStoreName(store)}`}
              <span className="block text-muted wrap-anywhere">{reason}</span>
            </span>
            <span className="text-muted tabular-nums">{adjustedText(amount, timeOff)}</span>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

function Days({ days, showsStores }: { days: readonly PeriodDay[]; showsStores: boolean }) {
  if (days.length === 0) return <p className="text-sm text-muted">No hours in this pay period.</p>;
  return (
    <RecordSection label="Days">
      <ol className="-mt-3 divide-y divide-border">
        {days.map((day) => (
          <DayLine key={day.date} day={day} showsStores={showsStores} />
        ))}
      </ol>
    </RecordSection>
  );
}

function DayLine({ day, showsStores }: { day: PeriodDay; showsStores: boolean }) {
  const { date, intervals, flags, overtimeMs, doubleMs, premiumHours } = day;
  const beyond = [
    overtimeMs > 0 && `${decimalHours(overtimeMs)} overtime`,
    doubleMs > 0 && `${decimalHours(doubleMs)} double time`,
    premiumHours > 0 && `${premiumHours} meal premium`,
  ].filter(Boolean);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-2.5 text-sm @3xl:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <p className="font-medium text-text">
        <span className="@max-sm:hidden">{weekdayDay(date)}</span>
        <span className="@sm:hidden">{shortDay(date)}</span>
      </p>
      <div className="min-w-0 @max-3xl:order-3 @max-3xl:col-span-2">
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5 tabular-nums">
          {intervals.map(({ kind, paid, start, end, store }) => (
            <li
              key={`${kind} ${start}`}
              className={clsx(kind === 'work' ? 'text-text' : 'text-muted')}
            >
              {kind === 'break' && 'Break '}
              {`${clockTime(start)} – ${end ? clockTime(end) : flags.includes('open') ? 'now' : 'no clock-out'}`}
              {kind === 'break' && (paid ? ' (paid)' : ' (unpaid)')}
              {showsStores && kind === 'work' && (
                <span className="text-muted">{` ${workedStoreName(store)}`}</span>
              )}
            </li>
          ))}
        </ul>
        {flags.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-1">
            <Flags flags={flags} />
          </p>
        )}
      </div>
      <p className="text-right font-medium text-text tabular-nums">
        {decimalHours(workedMs(day))}
        {beyond.length > 0 && (
          <span className="block text-xs font-normal text-muted">{beyond.join(', ')}</span>
        )}
      </p>
    </li>
  );
}
