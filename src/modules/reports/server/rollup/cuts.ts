import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Span } from '../../contract/period.ts';
import { cellsOf, columns, ordersOf, ordersOn, type Side } from './cells.ts';

/** What is kept added up; anything else is reckoned from the orders. */
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

interface Where {
  stores: readonly Store[];
  span: Span;
  timezone: string;
}

/** Cells of these days, from the orders themselves. */
export const plainCells = (sides: readonly Side[], { stores, span, timezone }: Where) =>
  cellsOf(sides, ordersOf(stores, span, timezone));

/**
 * What `keptCells` stands on, as tables of a `with`. All of it is read by one statement, so by one snapshot:
 * who changed an order has told so in the same transaction.
 */
export const keptTables = ({ stores, span, timezone }: Where) => sql`
  state as materialized (select zone from report_service_state where zone = ${timezone}),
  stale as materialized (
    select * from (
      select distinct s.store, (s.closed_at at time zone ${timezone})::date as day
      from report_service_stale s, state where s.store = any(${stores}::text[])) days
    where day between ${span.from}::date and ${span.to}::date)`;

/** The same cells: added up before, but for the days that changed since. None where the zone is another. */
export function keptCells(
  sides: readonly Side[],
  { stores, span, timezone }: Where,
): RawBuilder<unknown> {
  return sql`
    select ${columns} from report_service_days r
    where r.cut = ${cutOf(sides)} and r.store = any(${stores}::text[])
      and r.day between ${span.from}::date and ${span.to}::date
      and exists (select from state)
      and not exists (select from stale s where s.store = r.store and s.day = r.day)
    union all ${cellsOf(sides, ordersOn('stale', timezone))}`;
}
