import type { Board } from '../../contract.ts';
import { durationOf } from '../clock/clockLabel.ts';

type Month = Board['month'];

const share = (part: number, total: number) =>
  total === 0 ? '–' : `${Math.round((part / total) * 100)}%`;

/** Response and conversion figures of this month's leads. */
export function MonthFigures({ month }: { month: Month }) {
  const { received, inTime, medianSeconds, appointments, showed, sold } = month;
  const rows = [
    ['Received this month', received.toLocaleString('en-US'), ''],
    ['Responded on time', share(inTime, received), `${inTime} of ${received}`],
    ['Median first response', medianSeconds === null ? '–' : durationOf(medianSeconds * 1_000), ''],
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
