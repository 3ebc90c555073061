import { decimalHours } from '../../../../platform/contract/decimalHours.ts';
import { workedStoreName } from '../../../../platform/contract/names.ts';
import { clockHours } from '../../contract/duration.ts';
import type { StoreHours, Totals } from '../../contract/sheets.ts';

/** A duration as `h:mm` and as decimal hours for payroll. */
export function Hours({ ms }: { ms: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {clockHours(ms)} <span className="text-xs font-normal text-muted">{decimalHours(ms)}</span>
    </span>
  );
}

const figures: readonly (readonly [keyof Totals, string])[] = [
  ['paidMs', 'Paid'],
  ['regularMs', 'Regular'],
  ['overtimeMs', 'Overtime'],
  ['doubleMs', 'Double time'],
  ['paidBreakMs', 'Paid breaks'],
  ['unpaidBreakMs', 'Unpaid breaks'],
];

/** The week's totals. */
export function TotalsStrip({ totals, timeOffMs }: { totals: Totals; timeOffMs: number }) {
  const shown = figures.filter(([name]) => name !== 'doubleMs' || totals.doubleMs > 0);
  return (
    <dl
      aria-label="Week totals"
      className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-border py-3 @md:grid-cols-3 @3xl:flex @3xl:gap-10"
    >
      {shown.map(([name, label]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-lg font-semibold text-text">
            <Hours ms={totals[name]} />
          </dd>
        </div>
      ))}
      {timeOffMs > 0 && (
        <div>
          <dt className="text-xs text-muted">Paid time off</dt>
          <dd className="text-lg font-semibold text-text">
            <Hours ms={timeOffMs} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The week by the store the hours were worked at; the stores add up to the totals. */
export function StoreHoursList({ byStore }: { byStore: readonly StoreHours[] }) {
  if (byStore.length === 0) return null;
  return (
    <ul aria-label="Hours by store" className="flex flex-wrap gap-x-8 gap-y-1 text-sm text-text">
      {byStore.map(({ store, paidMs, overtimeMs, doubleMs }) => (
        <li key={store ?? ''}>
          {`${workedStoreName(store)} `}
          <Hours ms={paidMs} />
          {overtimeMs + doubleMs > 0 && (
            <span className="text-muted">
              {', overtime '}
              <Hours ms={overtimeMs + doubleMs} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
