import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createNumberedSource } from '../../../platform/server/records/sources.ts';
import { inStores } from '../../../platform/server/records/stores.ts';
import {
  type ActivitySource,
  type CustomerFinder,
  customersOfRecords,
  onPage,
  type TimelineSource,
} from '../../customers/server/public.ts';
import type { RecordCard } from '../../records/contract.ts';
import type { RecordSource } from '../../records/server/public.ts';
import { houseDeal, readAccess, typeNames } from '../contract/deal.ts';
import { type Status, statusNames } from '../contract/status.ts';
import { exactMatches } from './reading/exact.ts';
import { type DealRow, selectDeals, visibleTo } from './record/rows.ts';
import type { DealsDb } from './tables.ts';

type Parts = Pick<Platform, 'db'>;

const hrefOf = (id: number) => `/customers/deals?deal=${id}`;

/** Finds deals mentioned in chat, by number. */
export function dealSource({ db }: Parts): RecordSource {
  return createNumberedSource(db, {
    kind: 'deal',
    table: 'deals',
    noun: 'Deal',
    access: readAccess,
    async find(actor, numbers) {
      const rows = await findRows(db, actor, sql`d.number = any(${numbers}::text[])`, newest);
      return rows.map((row) => ({ number: row.number, store: row.store, card: cardOf(row) }));
    },
  });
}

const newest = sql`true order by d.opened_at desc, d.id desc limit 50`;

/** `end`: the last condition, order and limit. */
async function findRows(
  db: DealsDb,
  actor: Actor,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<DealRow[]> {
  const { rows } = await sql<DealRow>`${selectDeals}
    where ${where} and ${visibleTo(actor)} and ${end}`.execute(db);
  return rows;
}

const sellersOf = ({ salesperson, second_salesperson }: DealRow) =>
  [salesperson, second_salesperson].filter((name) => name !== null).join(' and ') || houseDeal;

const tones: Record<Status, RecordCard['tone']> = {
  open: 'neutral',
  signed: 'success',
  delivered: 'warning',
  funded: 'success',
  canceled: 'neutral',
};

function cardOf(row: DealRow): RecordCard {
  return {
    ref: { kind: 'deal', id: String(row.id) },
    title: `Deal ${row.number}`,
    subtitle: `${row.vehicle} · ${statusNames[row.status]}`,
    lines: [
      { label: 'Customer', value: row.customer },
      { label: 'Salesperson', value: sellersOf(row) },
      { label: 'Type', value: typeNames[row.type] },
      ...(row.stock_number ? [{ label: 'Stock', value: row.stock_number }] : []),
      ...(row.vin ? [{ label: 'VIN', value: row.vin }] : []),
    ],
    href: hrefOf(row.id),
    tone: tones[row.status],
  };
}

/** Deals in the customer timeline. */
export function dealTimeline({ db }: Parts): TimelineSource {
  return {
    name: 'deal',
    async lines(actor, customerIds, page) {
      const where = sql`d.customer_id = any(${customerIds}::integer[])`;
      const end = onPage(sql`d.opened_at`, sql`'deal:' || d.id`, page);
      const rows = await findRows(db, actor, where, end);
      return rows.map((row) => ({
        key: `deal:${row.id}`,
        kind: 'deal',
        at: row.opened_at.toISOString(),
        title: `Deal ${row.number}: ${statusNames[row.status].toLowerCase()}`,
        body: row.vehicle,
        by: row.salesperson ?? houseDeal,
        store: row.store,
        href: hrefOf(row.id),
      }));
    },
  };
}

/** Finds customers by the number of a deal, by the stock number, VIN or words of its vehicle, or by its trade’s VIN. */
export function dealFinder({ db }: Parts): CustomerFinder {
  return {
    find: (typed, stores) =>
      customersOfRecords(db, typed, { table: 'deals', stores, exact: exactMatches(typed) }),
  };
}

/** Customers by the dates their deals were opened and delivered. */
export const dealActivity: ActivitySource = ({ days, from, end }, stores) => sql`
  select customer_id from deals where ${inStores('store', stores)}
    and opened_at >= ${from}::timestamptz and opened_at < ${end}::timestamptz
  union all select customer_id from deals where ${inStores('store', stores)}
    and delivered_on >= ${days.from}::date and delivered_on < ${days.end}::date`;
