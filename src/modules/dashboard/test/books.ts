import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { type Office, openOffice } from '../../admin/test/office.ts';

const tables = [
  ...['deal_due_bills', 'deal_products', 'deal_events', 'deals'],
  ...['repair_order_lines', 'repair_order_events', 'repair_orders'],
  ...['lead_deliveries', 'lead_events', 'leads', 'customer_up_steps', 'customer_ups'],
];

export interface Books extends Office {
  /** Each answers the id of the row. */
  deal(given?: object): Promise<number>;
  order(given?: object): Promise<number>;
  lead(given?: object): Promise<number>;
  visit(given?: object): Promise<number>;
  customer(name?: string): Promise<number>;
  car(given?: object): Promise<number>;
}

let count = 0;

/** The demo group before it ever sold a car or wrote up an order: what a test counts is its own. */
export async function openBooks(): Promise<Books> {
  const office = await openOffice();
  const db: Db<AnyTables> = office.platform.db;
  await emptyBooks(office);
  const author = office.admin.id;
  const insert = async (table: string, row: object) => {
    const made = await db.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow();
    return made.id as number;
  };
  const customer = async (lastName = 'Wrenfield') => {
    const by = { created_by: author, updated_by: author };
    const id = await insert('customers', {
      ...{ kind: 'person', first_name: 'Odalys', last_name: lastName, ...by },
    });
    const known = { customer_id: id, store: 'ford' };
    await db.insertInto('customer_stores').values(known).execute();
    return id;
  };
  const somebody = await customer();
  /** As the rooms do: a row never comes without the first event of its story. */
  const begin = async (table: string, row: object, story: string, of: string, kind: string) => {
    const id = await insert(table, row);
    await db
      .insertInto(story)
      .values({ [of]: id, kind, author_id: author })
      .execute();
    return id;
  };
  const number = () => `T${++count + 1000}`;
  const facts = () => ({ client_id: crypto.randomUUID(), store: 'ford', customer_id: somebody });
  return {
    ...office,
    customer,
    deal(given) {
      const row = { ...facts(), ...dealOf(author), number: number(), ...given };
      return begin('deals', row, 'deal_events', 'deal_id', 'written');
    },
    order(given) {
      const row = { ...facts(), ...orderOf(author), number: number(), ...given };
      return begin('repair_orders', row, 'repair_order_events', 'repair_order_id', 'opened');
    },
    lead(given) {
      const row = { ...facts(), ...leadOf(author), ...given };
      return begin('leads', row, 'lead_events', 'lead_id', 'received');
    },
    visit: (given) =>
      insert('customer_ups', {
        ...{ store: 'ford', guest: 'Odalys', customer_id: somebody, greeter_id: author },
        ...{ arrived_at: '2026-03-10T16:00:00Z', created_by: author, ...given },
      }),
    car: (given) => insert('vehicles', { ...carOf(author), ...given }),
  };
}

/** Lets nothing have been sold, written up or asked for. */
export async function emptyBooks({ platform }: Pick<Office, 'platform'>): Promise<void> {
  const db: Db<AnyTables> = platform.db;
  await db.transaction().execute(async (tx) => {
    // Behind the back of what holds that nothing here is ever deleted.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(tx);
  });
}

const dealOf = (author: number) => ({
  ...{ type: 'retail', condition: 'new', vehicle: '2026 Ford Escape Active' },
  ...{ salesperson_id: author, created_by: author, opened_at: '2026-01-02T18:00:00Z' },
  ...{ status: 'delivered', signed_on: '2026-03-10', delivered_on: '2026-03-10' },
  ...{ price_cents: 3_000_000, cost_cents: 2_800_000, recon_cents: 20_000, pack_cents: 30_000 },
  reserve_cents: 90_000,
});

const orderOf = (author: number) => ({
  ...{ vehicle: '2021 Ford Escape SEL', advisor_id: author, created_by: author, note: '' },
  ...{ status: 'closed', opened_at: '2026-03-10T15:00:00Z', closed_at: '2026-03-10T21:00:00Z' },
});

const leadOf = (author: number) => ({
  ...{ type: 'internet', interest: '2026 Ford Escape', created_by: author },
  ...{ received_at: '2026-03-10T16:00:00Z', due_at: '2026-03-10T16:15:00Z' },
});

function carOf(author: number) {
  count += 1;
  return {
    ...{ client_id: crypto.randomUUID(), store: 'ford', stock_number: `TT${count}`, year: 2024 },
    ...{ vin: `1FTFW3L51RK9${String(count).padStart(5, '0')}`, make: 'Ford', model: 'Ranger' },
    ...{ mileage: 10, condition: 'used', status: 'frontline', acquired_from: 'auction' },
    ...{ acquired_on: '2026-03-01', created_by: author },
  };
}
