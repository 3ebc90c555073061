import { sql } from 'kysely';
import { vi } from 'vitest';
import { instantOf } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { type Office, openOffice } from '../../admin/test/office.ts';
import { changeSetting } from '../../organization/server/public.ts';
import { timezoneSetting } from '../../organization/server/timezone.ts';
import type { Span } from '../contract/period.ts';
import type { Scope } from '../server/policy.ts';
import type { Report, ReportQuery } from '../server/report.ts';
import { foldService } from '../server/rollup/fold.ts';

const emptied = [
  ...['repair_order_lines', 'repair_order_events', 'repair_orders'],
  ...['lead_deliveries', 'lead_events', 'leads'],
];

export const zone = 'America/Chicago';
export const at = (wall: string, timezone = zone) => new Date(instantOf(timezone, wall));

export const everything: Scope = {
  stores: ['ford', 'hyundai', 'chevrolet'],
  ...{ money: true, people: true, customers: true, stock: true },
  ...{ userId: 0, role: 'admin' },
};

export interface Ledger extends Office {
  db: Db<AnyTables>;
  customerId: number;
  /** A closed order, and its lines; answers its id. */
  order(given?: object, lines?: readonly object[]): Promise<number>;
  line(orderId: number, position: number, given?: object): Promise<void>;
  lead(given?: object): Promise<number>;
  /** Lets nothing have been written up or asked for. */
  empty(): Promise<void>;
  liveIn(timezone: string): Promise<void>;
}

let count = 0;

/** The demo group before it ever wrote up an order: what a test counts is its own. */
export async function openLedger(): Promise<Ledger> {
  const office = await openOffice();
  const db: Db<AnyTables> = office.platform.db;
  const author = office.admin.id;
  const by = { created_by: author, updated_by: author };
  const insert = async (table: string, row: object): Promise<number> => {
    const made = await db.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow();
    return made.id;
  };
  const customerId = await insert('customers', {
    ...{ kind: 'person', first_name: 'Odalys', last_name: 'Wrenfield', ...by },
  });
  const facts = () => ({ client_id: crypto.randomUUID(), store: 'ford', customer_id: customerId });
  const line: Ledger['line'] = async (repair_order_id, position, given) => {
    const row = { repair_order_id, position, pay_type: 'customer', complaint: 'Oil', ...given };
    await db.insertInto('repair_order_lines').values(row).execute();
  };
  const ledger: Ledger = {
    ...office,
    ...{ db, customerId, line },
    async order(given, lines = []) {
      const id = await insert('repair_orders', {
        ...{ ...facts(), number: `T${++count + 1000}`, vehicle: '2021 Ford Escape SEL' },
        ...{ advisor_id: author, created_by: author, note: '', status: 'closed' },
        ...{ opened_at: '2026-03-10T15:00:00Z', closed_at: '2026-03-10T21:00:00Z', ...given },
      });
      for (const [index, one] of lines.entries()) await line(id, index + 1, one);
      return id;
    },
    lead: (given) =>
      insert('leads', {
        ...{ ...facts(), type: 'internet', interest: '2026 Ford Escape', created_by: author },
        ...{ received_at: '2026-03-10T16:00:00Z', due_at: '2026-03-10T16:15:00Z', ...given },
      }),
    empty: () =>
      db.transaction().execute(async (tx) => {
        // Behind the back of what holds that nothing here is ever deleted.
        await sql`set local session_replication_role = replica`.execute(tx);
        for (const table of emptied) await sql`delete from ${sql.table(table)}`.execute(tx);
      }),
    liveIn: (timezone) => changeSetting(db, timezoneSetting, timezone),
  };
  await ledger.empty();
  return ledger;
}

/** What is asked of a report, in Chicago and of all stores unless told. */
export const asking = (
  from: string,
  to: string,
  given: Partial<ReportQuery> = {},
): ReportQuery => ({
  stores: given.sight?.stores ?? everything.stores,
  span: { from, to } satisfies Span,
  only: [],
  timezone: zone,
  ...{ today: '2026-11-22', now: new Date('2026-11-22T18:00:00Z') },
  sight: everything,
  ...given,
});

/** The figures of each row by its key, and of all together. */
export async function read(
  db: Db<AnyTables>,
  report: Report,
  asked: ReportQuery,
  by = 'store',
): Promise<Record<string, Record<string, number | null>>> {
  const { rows, total } = await report.read(db, asked, by);
  return { ...Object.fromEntries(rows.map(({ key, figures }) => [key, figures])), total };
}

/** Adds up now: the server does so by the minute of its own accord, and whoever comes second does nothing. */
export const foldNow = (db: Db<AnyTables>) =>
  vi.waitUntil(() => foldService(db), { timeout: 20_000 });
