import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Span } from '../../contract/period.ts';
import { cellsOf, columns, ordersOf, ordersOn, type Side } from './cells.ts';

/** The groupings kept in the rollup; anything else is calculated from the orders. */
export const cuts: Readonly<Record<string, readonly Side[]>> = {
  whole: [],
  advisor: ['advisor'],
  technician: ['technician'],
  pay_type: ['payType'],
  advisor_pay_type: ['advisor', 'payType'],
  technician_pay_type: ['technician', 'payType'],
};

const cutOf = (sides: readonly Side[]) =>
  Object.entries(cuts).find(
    ([, kept]) => kept.length === sides.length && kept.every((side) => sides.includes(side)),
  )?.[0];

export const isKept = (sides: readonly Side[]) => cutOf(sides) !== undefined;

interface CellsQuery {
  stores: readonly Store[];
  span: Span;
  timezone: string;
}

/** Cells of these days, calculated from the orders. */
export const plainCells = (sides: readonly Side[], { stores, span, timezone }: CellsQuery) =>
  cellsOf(sides, ordersOf(stores, span, timezone));

/**
 * The `with` tables `keptCells` needs. One statement reads from one snapshot, and a change of an order marks its
 * day stale in the same transaction.
 */
export const keptTables = ({ stores, span, timezone }: CellsQuery) => sql`
  state as materialized (select zone from report_service_state where zone = ${timezone}),
  stale as materialized (
    select * from (
      select distinct s.store, (s.closed_at at time zone ${timezone})::date as day
      from report_service_stale s, state where s.store = any(${stores}::text[])) days
    where day between ${span.from}::date and ${span.to}::date)`;

/** The same cells from the rollup, with stale days recalculated. Empty if it was built for another time zone. */
export function keptCells(
  sides: readonly Side[],
  { stores, span, timezone }: CellsQuery,
): RawBuilder<unknown> {
  return sql`
    select ${columns} from report_service_days r
    where r.cut = ${cutOf(sides)} and r.store = any(${stores}::text[])
      and r.day between ${span.from}::date and ${span.to}::date
      and exists (select from state)
      and not exists (select from stale s where s.store = r.store and s.day = r.day)
    union all ${cellsOf(sides, ordersOn('stale', timezone))}`;
}
