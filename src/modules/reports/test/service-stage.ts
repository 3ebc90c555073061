import { sql } from 'kysely';
import { vi } from 'vitest';
import { instantOf } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { changeSetting } from '../../organization/server/public.ts';
import { timezoneSetting } from '../../organization/server/timezone.ts';
import type { Span } from '../contract/period.ts';
import type { Scope } from '../server/policy.ts';
import type { ReadQuery, Report } from '../server/report.ts';
import { foldService } from '../server/rollup/fold.ts';

const clearedTables = [
  ...['repair_order_lines', 'repair_order_events', 'repair_orders'],
  ...['lead_deliveries', 'lead_events', 'leads'],
];

export const zone = 'America/Chicago';
export const at = (localTime: string, timezone = zone) => new Date(instantOf(timezone, localTime));

export const fullScope: Scope = {
  stores: ['ford', 'hyundai', 'chevrolet'],
  money: true,
  dealMoney: true,
  people: true,
  customers: true,
  stock: true,
  userId: 0,
  role: 'admin',
};

export interface ServiceStage extends AdminStage {
  db: Db<AnyTables>;
  customerId: number;
  /** A closed repair order with its lines; resolves to its id. */
  order(values?: object, lines?: readonly object[]): Promise<number>;
  line(orderId: number, position: number, values?: object): Promise<void>;
  lead(values?: object): Promise<number>;
  /** Deletes all repair orders and leads. */
  empty(): Promise<void>;
  setTimezone(timezone: string): Promise<void>;
}

let count = 0;

/** The demo group without repair orders and leads, so a test counts only its own rows. */
export async function openServiceStage(): Promise<ServiceStage> {
  const base = await openAdminStage();
  const db: Db<AnyTables> = base.platform.db;
  const author = base.admin.id;
  const by = { created_by: author, updated_by: author };
  const insert = async (table: string, row: object): Promise<number> => {
    const inserted = await db
      .insertInto(table)
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    return inserted.id;
  };
  const customerId = await insert('customers', {
    kind: 'person',
    first_name: 'Odalys',
    last_name: 'Wrenfield',
    ...by,
  });
  const commonColumns = () => ({
    client_id: crypto.randomUUID(),
    store: 'ford',
    customer_id: customerId,
  });
  const line: ServiceStage['line'] = async (repair_order_id, position, values) => {
    const row = { repair_order_id, position, pay_type: 'customer', complaint: 'Oil', ...values };
    await db.insertInto('repair_order_lines').values(row).execute();
  };
  const stage: ServiceStage = {
    ...base,
    db,
    customerId,
    line,
    async order(values, lines = []) {
      const id = await insert('repair_orders', {
        ...commonColumns(),
        number: `T${++count + 1000}`,
        vehicle: '2021 Ford Escape SEL',
        advisor_id: author,
        created_by: author,
        note: '',
        status: 'closed',
        opened_at: '2026-03-10T15:00:00Z',
        closed_at: '2026-03-10T21:00:00Z',
        ...values,
      });
      for (const [index, one] of lines.entries()) await line(id, index + 1, one);
      return id;
    },
    lead: (values) =>
      insert('leads', {
        ...commonColumns(),
        type: 'internet',
        interest: '2026 Ford Escape',
        created_by: author,
        received_at: '2026-03-10T16:00:00Z',
        due_at: '2026-03-10T16:15:00Z',
        ...values,
      }),
    empty: () =>
      db.transaction().execute(async (tx) => {
        // Bypasses the triggers that forbid deleting these rows.
        await sql`set local session_replication_role = replica`.execute(tx);
        for (const table of clearedTables) await sql`delete from ${sql.table(table)}`.execute(tx);
      }),
    setTimezone: (timezone) => changeSetting(db, timezoneSetting, timezone),
  };
  await stage.empty();
  return stage;
}

/** A report query; by default in Chicago, for all stores. */
export const queryOf = (from: string, to: string, values: Partial<ReadQuery> = {}): ReadQuery => ({
  stores: values.scope?.stores ?? fullScope.stores,
  span: { from, to } satisfies Span,
  only: [],
  timezone: zone,
  today: '2026-11-22',
  now: new Date('2026-11-22T18:00:00Z'),
  scope: fullScope,
  ...values,
});

/** The figures of each row by key, and the total. */
export async function read(
  db: Db<AnyTables>,
  report: Report,
  query: ReadQuery,
  by = 'store',
): Promise<Record<string, Record<string, number | null>>> {
  const { rows, total } = await report.read(db, query, by);
  return { ...Object.fromEntries(rows.map(({ key, figures }) => [key, figures])), total };
}

/** Folds now; waits while the server’s own scheduled fold is running. */
export const foldNow = (db: Db<AnyTables>) =>
  vi.waitUntil(() => foldService(db), { timeout: 20_000 });
