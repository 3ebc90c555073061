import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { conflict, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { inStores } from '../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { dayOf, knownTo } from '../../customers/server/public.ts';
import type * as calls from '../contract.ts';
import type { TestDrive, Visit, VisitResult } from '../contract.ts';
import { mayOf, storesOf } from './policy.ts';
import type { ShowroomDb, ShowroomTables } from './tables.ts';

type VisitRow = Omit<Visit, 'arrivedAt' | 'may'> & { arrivedAt: Date };

const iso = (expression: RawBuilder<unknown>) =>
  sql`to_char((${expression}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const stepAt = (step: string) =>
  iso(sql`select s.at from customer_up_steps s where s.up_id = v.id and s.step = ${sql.lit(step)}`);

const testDrives = sql<TestDrive[]>`coalesce((
  select jsonb_agg(jsonb_build_object('outingId', o.id, 'vehicleId', c.id,
      'vehicle', concat_ws(' ', c.year, nullif(c.make, ''), nullif(c.model, ''), nullif(c.trim, '')),
      'stockNumber', c.stock_number, 'outAt', ${iso(sql`o.out_at`)}, 'inAt', ${iso(sql`o.in_at`)})
    order by o.id)
  from customer_up_outings d join vehicle_outings o on o.id = d.outing_id
  join stock_vehicles c on c.id = o.unit_id where d.up_id = v.id), '[]')`;

/** Visits `v`; a customer is named only if the actor may see it. */
async function readVisits(
  db: ShowroomDb,
  actor: Actor,
  rest: RawBuilder<unknown>,
): Promise<Visit[]> {
  const { rows } = await sql<VisitRow>`
    select v.id, v.store, r.id as "customerId", coalesce(r.name, v.guest) as guest, v.interest,
      v.arrived_at as "arrivedAt", v.result, v.version, v.lead_id as "leadId",
      v.is_be_back as "isBeBack",
      jsonb_build_object('id', u.id, 'name', u.shown_name) as greeter,
      ${testDrives} as "testDrives",
      case when d.id is not null then jsonb_build_object('id', d.id, 'number', d.number) end as deal,
      jsonb_build_object('test_drive', ${stepAt('test_drive')}, 'write_up', ${stepAt('write_up')},
        'left', ${stepAt('left')}) as steps
    from customer_ups v join users u on u.id = v.greeter_id
    left join customers n on n.id = v.customer_id
    left join customers r on r.id = n.root_id and ${knownTo(storesOf(actor), 'r.id')}
    left join deals d on d.id = v.deal_id
    ${rest}`.execute(db);
  const may = mayOf(actor);
  return rows.map((row) => ({ ...row, arrivedAt: row.arrivedAt.toISOString(), may }));
}

/** Visits of a day at the actor's stores, or one of them, latest arrival first. */
export async function listVisits(
  db: ShowroomDb,
  actor: Actor,
  { store, date }: ValidOf<typeof calls.listVisits>['query'],
): Promise<Visit[]> {
  const { from, to } = await dayOf(db, date);
  const stores = storesOf(actor).filter((own) => store === undefined || own === store);
  return readVisits(
    db,
    actor,
    sql`where ${inStores('v.store', stores)} and v.arrived_at >= ${from} and v.arrived_at < ${to}
      order by v.arrived_at desc, v.id desc limit 500`,
  );
}

/** Throws 404 unless the actor may see the visit. */
export async function getVisit(db: ShowroomDb, actor: Actor, visitId: number): Promise<Visit> {
  const [visit] = await readVisits(
    db,
    actor,
    sql`where v.id = ${visitId} and ${inStores('v.store', storesOf(actor))}`,
  );
  if (!visit) throw notFound();
  return visit;
}

export interface LockedVisit {
  id: number;
  version: number;
  store: Store;
  customer_id: number | null;
  greeter_id: number;
  interest: string;
  result: VisitResult | null;
  lead_id: number | null;
  deal_id: number | null;
  arrived_at: Date;
}

/** Throws 404 for other stores' visits, and 409 if the visit is no longer at `version` or has ended. */
export async function lockVisit(
  tx: ShowroomDb,
  actor: Actor,
  visitId: number,
  version: number,
): Promise<LockedVisit> {
  const visit = await tx
    .selectFrom('customer_ups')
    .select(['id', 'version', 'store', 'customer_id', 'greeter_id', 'interest', 'result'])
    .select(['lead_id', 'deal_id', 'arrived_at'])
    .where('id', '=', visitId)
    .where(inStores('store', storesOf(actor)))
    .forUpdate()
    .executeTakeFirst();
  if (!visit) throw notFound();
  assertVersion(visit, version, 'this visit');
  if (visit.result !== null) throw conflict('This visit has already ended.');
  return visit;
}

/** Locks the lead of a visit before the customer or vehicle of its step: verbs of leads lock in this order. */
export async function lockLeadOf(tx: ShowroomDb, { lead_id }: LockedVisit): Promise<void> {
  await sql`select from leads where id = ${lead_id} for update`.execute(tx);
}

/** The customer of the visit; a test drive or a deal needs one. */
export function getCustomerOf({ customer_id }: LockedVisit): number {
  if (customer_id === null) throw conflict('Add the customer of this visit first.');
  return customer_id;
}

/** Notes a step, once, with what it changes of the visit. */
export async function saveStep(
  tx: ShowroomDb,
  actor: Actor,
  visit: LockedVisit,
  step: ShowroomTables['customer_up_steps']['step'],
  columns: Partial<Pick<LockedVisit, 'result' | 'deal_id'>> = {},
): Promise<void> {
  await tx
    .insertInto('customer_up_steps')
    .values({ up_id: visit.id, step, author_id: actor.userId })
    .onConflict((known) => known.columns(['up_id', 'step']).doNothing())
    .execute();
  await tx
    .updateTable('customer_ups')
    .set({ ...columns, version: visit.version + 1 })
    .where('id', '=', visit.id)
    .execute();
}
