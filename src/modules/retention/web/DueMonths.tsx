import { longMonth } from '../../../platform/web/time/calendar.ts';
import { Badge } from '../../../platform/web/ui/Badge.tsx';
import type { Retention } from '../contract.ts';
import { count } from './labels.ts';

/** Documents due within a year, by month. */
export function DueMonths({ due }: { due: Retention['due'] }) {
  return (
    <section className="flex flex-col gap-1.5 text-sm">
      <h3 className="font-medium text-text">Falls due</h3>
      {due.length === 0 ? (
        <p className="text-muted text-pretty">
          Nothing within twelve months. Deal documents, repair orders and personnel files appear
          here by the month their period ends in.
        </p>
      ) : (
        <ul className="flex flex-col gap-1">
          {due.map(({ month, items, held }) => (
            <li key={month ?? 'overdue'} className="flex flex-wrap items-center gap-x-3">
              <span className="flex-1 text-text">
                {month ? longMonth(month) : 'Before this month'}
              </span>
              {held > 0 && <Badge tone="warning">{held.toLocaleString('en-US')} on hold</Badge>}
              <span className="text-muted tabular-nums">{count(items, 'document')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
