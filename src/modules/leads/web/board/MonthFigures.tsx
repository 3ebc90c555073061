import type { Board } from '../../contract.ts';
import { lastingOf } from '../clock/clockLabel.ts';

type Month = Board['month'];

const share = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`;

/** How this month's leads were answered, and what came of them. */
export function MonthFigures({ month }: { month: Month }) {
  const { received, inTime, medianSeconds, appointments, showed, sold } = month;
  const rows = [
    ['Received this month', received.toLocaleString('en-US'), ''],
    ['Answered in time', share(inTime, received), `${inTime} of ${received}`],
    ['Median first answer', medianSeconds === null ? '–' : lastingOf(medianSeconds * 1_000), ''],
    ['Appointments', String(appointments), share(appointments, received)],
    ['Showed', String(showed), share(showed, received)],
    ['Sold', String(sold), share(sold, received)],
  ] as const;
  return (
    <dl
      aria-label="This month"
      className="grid grid-cols-3 gap-x-6 gap-y-2 @3xl:flex @3xl:flex-wrap @3xl:gap-x-9"
    >
      {rows.map(([name, figure, beside]) => (
        <div key={name} className="flex min-w-0 flex-col">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-base font-medium whitespace-nowrap text-text tabular-nums">
            {figure}
            {beside && received > 0 && (
              <span className="pl-1.5 text-xs font-normal text-muted">{beside}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
