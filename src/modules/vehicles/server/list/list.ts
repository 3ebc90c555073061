import { type RawBuilder, sql } from 'kysely';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type * as calls from '../../contract.ts';
import { getToday, selectRows, toVehicle, type VehicleRow } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { assertMayQuery, whereMatches } from './filter.ts';
import { afterCursor, cursorOf, orderOf } from './order.ts';

type Query = ValidOf<typeof calls.listVehicles>['query'];

/** One page of the vehicles the actor may see. */
export async function listVehicles(
  db: VehicleDb,
  actor: Actor,
  query: Query,
): Promise<AnswerOf<typeof calls.listVehicles>> {
  assertMayQuery(actor, query);
  const today = await getToday(db);
  const { limit, sort, after } = query;
  const matches = whereMatches(actor, query, today);
  const where = after === undefined ? matches : sql`${matches} and ${afterCursor(sort, after)}`;
  const rows = await findRows(db, today, { where, order: orderOf(sort), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    vehicles: page.map((row) => toVehicle(row, actor)),
    next: last && rows.length > limit ? cursorOf(sort, last) : null,
  };
}

interface ListQuery {
  where: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  limit: number;
}

/** Selects the page by index first; fetches columns and joins only for its rows. */
export async function findRows(
  db: VehicleDb,
  today: string,
  { where, order, limit }: ListQuery,
): Promise<VehicleRow[]> {
  const { rows } = await sql<VehicleRow>`
    with page as materialized (
      select v.id from stock_vehicles v where ${where} order by ${order} limit ${limit})
    ${selectRows(today)} join page on page.id = v.id
    order by ${order}`.execute(db);
  return rows;
}
