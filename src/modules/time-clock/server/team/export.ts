import { stores } from '../../../../platform/contract/access.ts';
import { decimalHours } from '../../../../platform/contract/decimalHours.ts';
import { addDays, offsetTimeAt } from '../../../../platform/contract/wallTime.ts';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { clockHours } from '../../contract/duration.ts';
import type * as calls from '../../contract/sheets.ts';
import type { StoreHours, Totals } from '../../contract/sheets.ts';
import type { ClockDb } from '../tables.ts';
import type { TimeOffSource } from '../timeOff.ts';
import { findTeamWeeks, type Team } from './list.ts';

const amounts: readonly (readonly [string, keyof Totals])[] = [
  ['regular', 'regularMs'],
  ['overtime', 'overtimeMs'],
  ['double_time', 'doubleMs'],
  ['paid', 'paidMs'],
  ['paid_break', 'paidBreakMs'],
  ['unpaid_break', 'unpaidBreakMs'],
];

/** Hours by the store they were worked at; together they are the columns above. */
const workplaces = [
  ...stores.map((store) => ({ store, name: store })),
  { store: null, name: 'no_store' },
];
const storeAmounts = [
  ['regular', 'regularMs'],
  ['overtime', 'overtimeMs'],
  ['double_time', 'doubleMs'],
  ['paid', 'paidMs'],
] as const satisfies [string, keyof StoreHours][];

/** Payroll systems rely on names and positions: only append columns. */
const columns = [
  'employee_number',
  'last_name',
  'first_name',
  'department',
  'stores',
  'week_start',
  'week_end',
  'time_zone',
  'law',
  'overtime_basis',
  ...amounts.flatMap(([name]) => [`${name}_hours`, `${name}_h_mm`, `${name}_ms`]),
  'approval',
  'approved_by',
  'approved_at',
  'flags',
  ...workplaces.flatMap(({ name }) => storeAmounts.map(([amount]) => `${name}_${amount}_hours`)),
  'paid_time_off_hours',
];

/** Exports the team's week as a file and logs the export. */
export function exportTeam(
  platform: Platform,
  timeOff: TimeOffSource,
): Handler<typeof calls.exportTeam> {
  const db: ClockDb = platform.db;
  return async ({ actor, body, ip }) => {
    const team = await findTeamWeeks(db, actor, body, timeOff);
    await recordActivity(db, {
      actor,
      action: 'hours.exported',
      subject: { type: 'hours', id: team.start, name: `Week of ${team.start}` },
      after: { people: team.members.length, ...body },
      ip,
    });
    const lines = team.members.map((member) => toLine(member, team));
    return csvFile(`hours-${team.start}.csv`, [columns, ...lines]);
  };
}

function toLine({ person, week, timeOffMs }: Team['members'][number], { start }: Team): string[] {
  const { rules, counted, approval } = week;
  const approved = approval.state === 'approved';
  return [
    person.emrn,
    person.last_name,
    person.first_name,
    person.department ?? '',
    person.store_access.join(' '),
    start,
    addDays(start, 6),
    rules.timezone,
    rules.law,
    rules.basis,
    ...amounts.flatMap(([, name]) => {
      const ms = counted.totals[name];
      return [decimalHours(ms), clockHours(ms), String(ms)];
    }),
    approval.state,
    approved ? (approval.by ?? '') : '',
    approved && approval.at ? offsetTimeAt(rules.timezone, new Date(approval.at)) : '',
    [...new Set(counted.days.flatMap(({ flags }) => flags))].join(' '),
    ...workplaces.flatMap(({ store }) => {
      const hours = counted.byStore.find((one) => one.store === store);
      return storeAmounts.map(([, amount]) => decimalHours(hours?.[amount] ?? 0));
    }),
    decimalHours(timeOffMs),
  ];
}
