import { sql } from 'kysely';
import { demoUps } from '../../../db/demo/customers/dealings.ts';
import { demoRoster } from '../../../db/demo/customers/roster.ts';
import { stream } from '../../../db/demo/random.ts';
import { uuidv7 } from '../../../db/demo/uuid.ts';
import type { Store } from '../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { carColumns } from '../leads/server/public.ts';
import { getTimezone } from '../organization/server/public.ts';

type IdOf = (username: string) => number;
type DemoUp = ReturnType<typeof demoUps>[number];

interface Car {
  id: number;
  store: Store;
  mileage: number;
  condition: 'new' | 'used';
  year: number;
  make: string;
  model: string;
  trim: string;
  stockNumber: string;
  vin: string;
}

interface OpenDeal {
  id: number;
  store: Store;
  customer: number;
}

type Showed = Pick<OpenDeal, 'store' | 'customer'>;

const driveMs = 25 * 60_000;

/** Seeds today’s showroom visits with their leads and test drives. `idOf` returns the id of a username. */
export async function seedShowroom(tx: Db<AnyTables>, asOf: Date, idOf: IdOf): Promise<void> {
  const roster = demoRoster(asOf);
  const timezone = await getTimezone(tx);
  // Customers were seeded in the order of the roster.
  const { rows: customers } = await sql<{ id: number }>`
    select id from customers order by id limit ${roster.length}`.execute(tx);
  const stock = await findStock(tx, asOf);
  const deals = await findOpenDeals(tx);
  const showed = await findShowed(tx, asOf);
  const take = <T extends { store: Store }>(list: T[], store: Store): T | undefined => {
    const at = list.findIndex((one) => one.store === store);
    return at < 0 ? undefined : list.splice(at, 1)[0];
  };
  for (const up of demoUps(roster, asOf, timezone)) {
    const deal = up.isAboutDeal ? take(deals, up.store) : undefined;
    const known = up.customer === null ? null : (customers[up.customer]?.id ?? null);
    const back = up.isBeBack ? take(showed, up.store) : undefined;
    const customerId = deal?.customer ?? back?.customer ?? known;
    const car = up.testDriveAt && customerId !== null ? take(stock, up.store) : undefined;
    const by = idOf(up.by);
    const lead = customerId === null ? null : await addLead(tx, { up, customerId, by, car });
    const { id: upId } = await tx
      .insertInto('customer_ups')
      .values({
        store: up.store,
        customer_id: customerId,
        guest: up.guest,
        interest: up.interest,
        arrived_at: up.arrivedAt,
        greeter_id: by,
        created_by: by,
        result: up.result,
        lead_id: lead?.id ?? null,
        is_be_back: lead?.isBeBack ?? false,
        deal_id: deal?.id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (lead && up.result === 'sold') await sellLead(tx, lead.id, { up, by, dealId: deal?.id });
    if (car && customerId !== null) await addDrive(tx, { up, upId, car, customerId, by, asOf });
    const steps = [
      { step: 'test_drive', at: car ? up.testDriveAt : null },
      { step: 'left', at: up.leftAt },
    ].filter(({ at }) => at !== null);
    for (const step of steps) {
      await tx
        .insertInto('customer_up_steps')
        .values({ ...step, up_id: upId, author_id: by })
        .execute();
    }
  }
}

/** Vehicles on the lot that no one has had out for two days. */
async function findStock(tx: Db<AnyTables>, asOf: Date): Promise<Car[]> {
  const { rows } = await sql<Car>`
    select v.id, v.store, v.mileage, v.year, v.make, v.model, v.trim, v.vin,
      case when v.condition = 'new' then 'new' else 'used' end as condition,
      v.stock_number as "stockNumber"
    from stock_vehicles v where v.status = 'frontline' and not exists (select from vehicle_outings o
      where o.unit_id = v.id
        and coalesce(o.in_at, o.due_at) > ${asOf}::timestamptz - interval '2 days')
      and not exists (select from vehicle_outings o where o.unit_id = v.id and o.in_at is null)
      and not exists (select from deals d where d.vehicle_id = v.id)
    order by v.acquired_on desc, v.id`.execute(tx);
  return rows;
}

async function findOpenDeals(tx: Db<AnyTables>): Promise<OpenDeal[]> {
  const { rows } = await sql<OpenDeal>`
    select id, store, customer_id as customer from deals
    where status = 'open' order by opened_at desc, id desc`.execute(tx);
  return rows;
}

/** Customers who have been in the showroom on an earlier day and still think about it. */
async function findShowed(tx: Db<AnyTables>, asOf: Date): Promise<Showed[]> {
  const { rows } = await sql<Showed>`
    select store, customer_id as customer from leads
    where status = 'showed' and last_at < ${asOf}::timestamptz - interval '1 day'
    order by last_at desc, id desc`.execute(tx);
  return rows;
}

interface LeadOf {
  up: DemoUp;
  customerId: number;
  by: number;
  car: Car | undefined;
}

/** The open lead of the customer, who has now showed, or a walk-in. */
async function addLead(
  tx: Db<AnyTables>,
  { up, customerId, by, car }: LeadOf,
): Promise<{ id: number; isBeBack: boolean }> {
  const { store, arrivedAt: at, interest } = up;
  const known = await tx
    .selectFrom('leads')
    .select(['id', 'status', 'showed_at'])
    .where('customer_id', '=', customerId)
    .where('store', '=', store)
    .where('status', 'in', ['showed', 'appointment', 'contacted'])
    .where('last_at', '<', at)
    .orderBy('last_at', 'desc')
    .executeTakeFirst();
  const event = (id: number, kind: string, data: object, when = at) => ({
    lead_id: id,
    kind,
    at: when,
    author_id: by,
    client_id: null,
    data: JSON.stringify(data),
  });
  const arrived = { step: 'arrived', result: null, detail: '' };
  if (known) {
    const isBeBack = known.showed_at !== null;
    await sql`update leads set status = 'showed', showed_at = coalesce(showed_at, ${at}), last_at = ${at},
        be_backs = be_backs + ${isBeBack ? 1 : 0}::integer
      where id = ${known.id}`.execute(tx);
    const status = { from: known.status, to: 'showed', reason: null };
    const step = isBeBack ? 'returned' : 'arrived';
    const events = [event(known.id, 'visit', { ...arrived, step })];
    if (known.status !== 'showed') events.push(event(known.id, 'status', status));
    await tx.insertInto('lead_events').values(events).execute();
    return { id: known.id, isBeBack };
  }
  const interests = car ? [interestOf(car)] : [];
  const { id } = await tx
    .insertInto('leads')
    .values({
      store,
      customer_id: customerId,
      type: 'walk_in',
      source_id: null,
      status: 'showed',
      client_id: uuidv7(at, stream('showroom-leads', customerId)),
      created_by: by,
      assignee_id: by,
      comments: interest,
      received_at: at,
      last_at: at,
      showed_at: at,
      due_at: new Date(at.getTime() + 15 * 60_000),
      answered_at: at,
      answer_seconds: 0,
      attempted_at: at,
      attempt_seconds: 0,
      contacted_at: at,
      contact_seconds: 0,
      ...carColumns(interests),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('lead_events')
    .values([event(id, 'received', { source: null }), event(id, 'visit', arrived)])
    .execute();
  return { id, isBeBack: false };
}

/** The customer bought; the lead follows, and goes back if the deal is undone. */
async function sellLead(
  tx: Db<AnyTables>,
  id: number,
  { up, by, dealId }: Pick<LeadOf, 'up' | 'by'> & { dealId: number | undefined },
): Promise<void> {
  const at = up.leftAt;
  await sql`update leads set status = 'sold', sold_at = ${at}, last_at = ${at}
    where id = ${id}`.execute(tx);
  const data = JSON.stringify({ from: 'showed', to: 'sold', reason: null, dealId });
  await tx
    .insertInto('lead_events')
    .values({ lead_id: id, kind: 'status', at, author_id: by, client_id: null, data })
    .execute();
}

const interestOf = ({ id, store: _, mileage: __, ...facts }: Car) => ({
  ...facts,
  vehicleId: id,
});

interface Drive {
  up: DemoUp;
  upId: number;
  car: Car;
  customerId: number;
  by: number;
  asOf: Date;
}

/** The check-out of a test drive; its miles are on the odometer once it is back. */
async function addDrive(tx: Db<AnyTables>, { up, upId, car, customerId, by, asOf }: Drive) {
  const outAt = up.testDriveAt as Date;
  // A customer who has left has brought the vehicle back.
  const backAt = new Date(Math.min(outAt.getTime() + driveMs, up.leftAt?.getTime() ?? Infinity));
  const isBack = up.leftAt !== null || backAt < asOf;
  const { rows } = await sql<{ name: string; phone: string }>`
    select name, coalesce((select e164 from customer_phones where customer_id = c.id
      order by place limit 1), '') as phone from customers c where id = ${customerId}`.execute(tx);
  const [holder] = rows;
  const random = stream('showroom-drives', upId);
  const miles = random.int(4, 11);
  const { id } = await tx
    .insertInto('vehicle_outings')
    .values({
      client_id: uuidv7(outAt, random),
      unit_id: car.id,
      store: up.store,
      kind: 'test_drive',
      holder_name: holder?.name,
      holder_phone: holder?.phone,
      license_last_four: String(random.int(1000, 9999)),
      out_at: outAt,
      out_by: by,
      due_at: new Date(outAt.getTime() + 3_600_000),
      miles_out: car.mileage,
      fuel_out: 6,
      ...(isBack && { in_at: backAt, miles_in: car.mileage + miles, fuel_in: 6, in_by: by }),
      ...(isBack && { data_wiped: true }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.insertInto('customer_up_outings').values({ outing_id: id, up_id: upId }).execute();
  const event = (kind: string, at: Date, data: object) => ({
    unit_id: car.id,
    kind,
    at,
    author_id: by,
    data: JSON.stringify(data),
  });
  const outing = 'test_drive';
  const events = [event('out', outAt, { outing, holder: holder?.name })];
  if (isBack) {
    events.push(event('in', backAt, { outing, miles: car.mileage + miles }));
    await sql`update stock_units set mileage = ${car.mileage + miles} where id = ${car.id}`.execute(
      tx,
    );
  }
  await tx.insertInto('vehicle_events').values(events).execute();
}
