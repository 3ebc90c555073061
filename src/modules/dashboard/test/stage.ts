import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { deliveredDeal } from '../../deals/test/deliveredDeal.ts';
import { insertStays } from '../../vehicles/server/import.ts';
import { stockRow } from '../../vehicles/test/stockRow.ts';

const tables = [
  ...['deal_due_bills', 'deal_products', 'deal_events', 'deals'],
  ...['repair_order_lines', 'repair_order_events', 'repair_orders'],
  ...['lead_deliveries', 'lead_events', 'leads', 'customer_up_steps', 'customer_ups'],
];

export interface DashboardStage extends AdminStage {
  /** Each resolves to the id of the new row. */
  deal(values?: object): Promise<number>;
  order(values?: object): Promise<number>;
  lead(values?: object): Promise<number>;
  visit(values?: object): Promise<number>;
  customer(name?: string): Promise<number>;
  vehicle(values?: object): Promise<number>;
}

let count = 0;

/** The demo group without deals, repair orders and leads, so a test counts only its own rows. */
export async function openDashboardStage(): Promise<DashboardStage> {
  const base = await openAdminStage();
  const db: Db<AnyTables> = base.platform.db;
  await clearRecords(base);
  const author = base.admin.id;
  const insert = async (table: string, row: object) => {
    const inserted = await db
      .insertInto(table)
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    return inserted.id as number;
  };
  const customer = async (lastName = 'Wrenfield') => {
    const by = { created_by: author, updated_by: author };
    const id = await insert('customers', {
      kind: 'person',
      first_name: 'Odalys',
      last_name: lastName,
      ...by,
    });
    const link = { customer_id: id, store: 'ford' };
    await db.insertInto('customer_stores').values(link).execute();
    return id;
  };
  const defaultCustomer = await customer();
  /** As the modules do: each row comes with the first event of its history. */
  const insertWithEvent = async (
    table: string,
    row: object,
    history: string,
    of: string,
    kind: string,
  ) => {
    const id = await insert(table, row);
    await db
      .insertInto(history)
      .values({ [of]: id, kind, author_id: author })
      .execute();
    return id;
  };
  const number = () => `T${++count + 1000}`;
  const commonColumns = () => ({
    client_id: crypto.randomUUID(),
    store: 'ford',
    customer_id: defaultCustomer,
  });
  return {
    ...base,
    customer,
    deal(values) {
      const row = { ...deliveredDeal(author), customer_id: defaultCustomer, ...values };
      return insertWithEvent('deals', row, 'deal_events', 'deal_id', 'written');
    },
    order(values) {
      const row = { ...commonColumns(), ...orderOf(author), number: number(), ...values };
      return insertWithEvent(
        'repair_orders',
        row,
        'repair_order_events',
        'repair_order_id',
        'opened',
      );
    },
    lead(values) {
      const row = { ...commonColumns(), ...leadOf(author), ...values };
      return insertWithEvent('leads', row, 'lead_events', 'lead_id', 'received');
    },
    visit: (values) =>
      insert('customer_ups', {
        store: 'ford',
        guest: 'Odalys',
        customer_id: defaultCustomer,
        greeter_id: author,
        arrived_at: '2026-03-10T16:00:00Z',
        created_by: author,
        ...values,
      }),
    vehicle: async (values) => {
      const [added] = await insertStays(db, [{ ...stockRow(author), ...values } as never]);
      return added?.id ?? 0;
    },
  };
}

/** Deletes all deals, repair orders, leads and visits. */
export async function clearRecords({ platform }: Pick<AdminStage, 'platform'>): Promise<void> {
  const db: Db<AnyTables> = platform.db;
  await db.transaction().execute(async (tx) => {
    // Bypasses the triggers that forbid deleting these rows.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(tx);
  });
}

const orderOf = (author: number) => ({
  vehicle: '2021 Ford Escape SEL',
  advisor_id: author,
  created_by: author,
  note: '',
  status: 'closed',
  opened_at: '2026-03-10T15:00:00Z',
  closed_at: '2026-03-10T21:00:00Z',
});

const leadOf = (author: number) => ({
  type: 'internet',
  interest: '2026 Ford Escape',
  created_by: author,
  received_at: '2026-03-10T16:00:00Z',
  due_at: '2026-03-10T16:15:00Z',
});
