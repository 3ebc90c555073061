import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import type { ReadQuery, Report } from '../../report.ts';
import { finished, reconCost } from '../../rollup/recon/facts.ts';
import { byMonth, byStore, calledBy, dayOf, storeIn, timeIn } from '../../tally/facts.ts';
import { isBehind, pageOf } from '../../tally/pages.ts';
import { filterConditions, type TalliedGrouping } from '../../tally/tally.ts';
import { conditions } from '../vehicles.ts';
import { byMake } from './groupings.ts';
import { byStage } from './stages.ts';

interface Row {
  id: number;
  vehicle_id: number;
  at: Date;
  day: string;
  stock_number: string;
  title: string;
  store: Store;
  condition: string;
  stage: string | null;
  days: number;
  cost_cents: number | null;
}

/** Which steps are listed, with their time, duration and cost. */
interface StepSelection {
  where: RawBuilder<unknown>;
  at: 's.entered_at' | 's.left_at';
  days: RawBuilder<unknown>;
  cost: RawBuilder<unknown>;
}

const groupings = (at: StepSelection['at']): readonly TalliedGrouping[] => [
  byStore('v.store'),
  byStage('s.stage'),
  { ...conditions, key: sql`v.condition` },
  byMake('v.make'),
  byMonth(sql.ref(at), 'timestamptz'),
];

/** Vehicles that reached frontline ready; filtered by a stage, those that left it. */
function stepSelection(query: ReadQuery): StepSelection {
  if (query.only.some(({ by }) => by === 'stage')) {
    return {
      where: sql`s.stage <> 'frontline' and ${timeIn('s.left_at', query)} and ${storeIn('v.store', query)}`,
      at: 's.left_at',
      days: sql`date_part('epoch', s.left_at - s.entered_at) / 86400`,
      cost: sql`coalesce(s.actual_cents, s.estimate_cents)`,
    };
  }
  return {
    where: finished(query),
    at: 's.entered_at',
    days: sql`(${dayOf('s.entered_at', query)} - v.acquired_on)::float8`,
    cost: reconCost(query),
  };
}

/** Newest first. Days to frontline count from acquisition, days in a stage from entering it. */
export const reconRecords: Report['records'] = {
  columns: [
    { label: 'Day', kind: 'day' },
    { label: 'Stock number', kind: 'text' },
    { label: 'Vehicle', kind: 'text' },
    { label: 'Store', kind: 'text' },
    { label: 'Condition', kind: 'text' },
    { label: 'Stage', kind: 'text' },
    { label: 'Days', kind: 'days' },
    { label: 'Cost', kind: 'cents', isMoney: true },
  ],
  async read(db, query, { after, limit }) {
    const { where, at, days, cost } = stepSelection(query);
    const { where: filtered } = filterConditions(groupings(at), query);
    // Page cursors have millisecond precision, so the order has too.
    const moment = sql`date_trunc('milliseconds', ${sql.ref(at)})`;
    const { rows } = await sql<Row>`
      select s.id, v.id as vehicle_id, ${moment} as at, ${dayOf(at, query)}::text as day,
        v.stock_number, concat_ws(' ', v.year, v.make, v.model, nullif(v.trim, '')) as title,
        v.store, ${calledBy(conditions, sql`v.condition`)} as condition,
        ${calledBy(byStage('s.stage'), sql`s.stage`)} as stage, ${days} as days,
        (${cost})::float8 as cost_cents
      from vehicle_recon_steps s join stock_vehicles v on v.id = s.unit_id
      where ${where} and ${filtered} and ${isBehind(after, moment, sql`s.id`)}
      order by ${moment} desc, s.id desc limit ${limit + 1}`.execute(db);
    const { page, next } = pageOf(rows, limit, (row) => ({
      moment: row.at.toISOString(),
      id: row.id,
    }));
    return { records: page.map((row) => toRecord(row, query)), next };
  },
};

const toRecord = (row: Row, { scope }: ReadQuery) => ({
  id: String(row.id),
  href: scope.stock ? `/fleet?vehicle=${row.vehicle_id}` : null,
  cells: [
    ...[row.day, row.stock_number, row.title, storeNames[row.store], row.condition],
    ...[row.stage ?? 'Frontline', row.days, row.cost_cents],
  ],
});
