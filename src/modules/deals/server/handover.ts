import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  findStoresOf,
  type HandoverSource,
  splitByStore,
} from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import {
  type FindStaffProblems,
  sellAt,
  withoutRefused,
} from '../../../platform/server/records/staff.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { storesOf } from './policy.ts';
import { publishChanged } from './publish.ts';
import { addEvent } from './record/events.ts';
import type { DealsDb } from './tables.ts';

interface Row {
  id: number;
  store: Store;
  number: string;
  vehicle: string;
  salesperson_id: number | null;
  second_salesperson_id: number | null;
  closer_id: number | null;
  finance_manager_id: number | null;
  is_seller: boolean;
  is_finance_manager: boolean;
}

/** Salespeople are settled by the signature; F&I works on a deal until it is delivered. */
async function find(db: Db<AnyTables>, userId: number, lock = sql``): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (
      select d.id, d.store, d.number, d.vehicle, d.salesperson_id, d.second_salesperson_id, d.closer_id,
        d.finance_manager_id,
        d.status = 'open' and ${userId} in (d.salesperson_id, d.second_salesperson_id) as is_seller,
        d.finance_manager_id = ${userId} as is_finance_manager
      from deals d where d.is_open and (d.salesperson_id = ${userId}
        or d.second_salesperson_id = ${userId} or d.finance_manager_id = ${userId})
      order by d.id ${lock}) mine
    where is_seller or is_finance_manager`.execute(db);
  return rows;
}

const fieldNames = {
  salesperson: 'salesperson_id',
  secondSalesperson: 'second_salesperson_id',
  closer: 'closer_id',
  financeManager: 'finance_manager_id',
} as const;

const isSelling = (row: Row, userId: number) =>
  [row.salesperson_id, row.second_salesperson_id, row.closer_id].includes(userId);

/** The staff of a deal once `to` has taken the place of `from`: no one is on it twice. */
function replaced(row: Row, from: number, to: number) {
  const swap = (id: number | null) => (id === from ? to : id);
  const sellers = row.is_seller
    ? [...new Set([swap(row.salesperson_id), swap(row.second_salesperson_id)])]
    : [row.salesperson_id, row.second_salesperson_id];
  const [salesperson_id = null, second_salesperson_id = null] = sellers.filter((id) => id !== null);
  return {
    salesperson_id,
    second_salesperson_id,
    closer_id: row.is_seller && row.closer_id === to ? null : row.closer_id,
    finance_manager_id: row.is_finance_manager ? to : row.finance_manager_id,
  };
}

/** Deals on which an employee still works, as salesperson or in F&I. */
export function dealHandover(
  platform: Platform,
  findSellingProblems: FindStaffProblems,
): HandoverSource {
  const db: DealsDb = platform.db;
  return {
    key: 'deals',
    title: 'Open deals',
    act: 'move',
    async list(userId, actor) {
      const visible = storesOf(actor);
      return (await find(db, userId)).map((row) => ({
        id: String(row.id),
        title: `Deal ${row.number}`,
        detail: `${row.vehicle}, ${row.is_seller ? 'salesperson' : 'finance manager'}`,
        store: row.store,
        href: visible.includes(row.store) ? `/customers/deals?deal=${row.id}` : null,
      }));
    },
    async move({ actor, from, to, ids, ip }) {
      const chosen = integerIds(ids);
      const done = await db.transaction().execute(async (tx) => {
        const rows = (await find(tx, from.id, sql`for update of d`)).filter(({ id }) =>
          chosen.includes(id),
        );
        const allowed = await findStoresOf(tx, to.id);
        const refusal = `${to.name} doesn’t work at this store.`;
        const { fit, problems } = await withoutRefused(
          tx,
          findSellingProblems,
          splitByStore(rows, allowed, refusal),
          // F&I has rules of its own, and those who already sell the deal stay on it.
          { to, verbAt: sellAt, applies: (row) => row.is_seller && !isSelling(row, to.id) },
        );
        const changes = fit.map((row) => ({ row, after: replaced(row, from.id, to.id) }));
        for (const { row, after } of changes) {
          await tx
            .updateTable('deals')
            .set({ ...after, version: sql<number>`version + 1` })
            .where('id', '=', row.id)
            .execute();
          const fields = Object.entries(fieldNames)
            .filter(([, column]) => row[column] !== after[column])
            .map(([name, column]) => ({ name, from: row[column], to: after[column] }));
          await addEvent(tx, row.id, actor.userId, { kind: 'changed', fields });
        }
        await recordActivity(
          tx,
          ...changes.map(({ row, after }) => ({
            actor,
            action: 'deal.changed',
            subject: { type: 'deal', id: row.id, name: row.number },
            before: staffOf(row),
            after: staffOf(after),
            ip,
          })),
        );
        return { fit, problems };
      });
      for (const deal of done.fit) publishChanged(platform, deal);
      return { moved: done.fit.map(({ id }) => String(id)), problems: done.problems };
    },
  };
}

const staffOf = (row: ReturnType<typeof replaced>) => ({
  salespersonId: row.salesperson_id,
  secondSalespersonId: row.second_salesperson_id,
  closerId: row.closer_id,
  financeManagerId: row.finance_manager_id,
});
