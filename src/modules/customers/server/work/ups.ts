import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { assertWorksAt } from '../../../../platform/server/records/staff.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import type * as calls from '../../contract/ups.ts';
import type { Up } from '../../contract/ups.ts';
import { assertOwnStore, storesOf } from '../policy.ts';
import type { CustomerServices } from '../services.ts';
import type { CustomersDb } from '../tables.ts';
import { touchCustomer } from '../touch.ts';
import { getVisibleCustomer, knownTo } from '../visible.ts';
import { dayOf } from './today.ts';

type UpRow = Omit<Up, 'arrivedAt'> & { arrivedAt: Date };

const iso = (expression: RawBuilder<unknown>) =>
  sql`to_char((${expression}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const stepAt = (step: string) =>
  iso(sql`select s.at from customer_up_steps s where s.up_id = v.id and s.step = ${sql.lit(step)}`);

/** Visits `v`; a customer is named only if the actor may see it. */
async function readUps(db: CustomersDb, actor: Actor, rest: RawBuilder<unknown>): Promise<Up[]> {
  const { rows } = await sql<UpRow>`
    select v.id, v.store, r.id as "customerId", coalesce(r.name, v.guest) as guest, v.interest,
      v.arrived_at as "arrivedAt", v.result, v.version,
      jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) as greeter,
      jsonb_build_object('test_drive', ${stepAt('test_drive')}, 'write_up', ${stepAt('write_up')},
        'left', ${stepAt('left')}) as steps
    from customer_ups v join users u on u.id = v.greeter_id
    left join customers c on c.id = v.customer_id
    left join customers r on r.id = c.root_id and ${knownTo(storesOf(actor), 'r.id')}
    ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, arrivedAt: row.arrivedAt.toISOString() }));
}

/** Visits of a day at the actor's stores, or one of them, latest arrival first. */
export async function listUps(
  db: CustomersDb,
  actor: Actor,
  { store, date }: ValidOf<typeof calls.listUps>['query'],
): Promise<Up[]> {
  const { from, to } = await dayOf(db, date);
  const stores = storesOf(actor).filter((own) => store === undefined || own === store);
  return readUps(
    db,
    actor,
    sql`where ${inStores('v.store', stores)} and v.arrived_at >= ${from} and v.arrived_at < ${to}
      order by v.arrived_at desc, v.id desc limit 500`,
  );
}

/** Repeating the clientId returns the same visit. */
export function addUp({ db, writes }: CustomerServices): Handler<typeof calls.addUp> {
  return async ({ actor, body }) => {
    await writes.consume(String(actor.userId));
    const { clientId, store, interest, greeterId = actor.userId } = body;
    assertOwnStore(actor, store);
    const upId = await db.transaction().execute(async (tx) => {
      await assertWorksAt(tx, greeterId, store, 'greeterId');
      const customer =
        body.customerId === null
          ? null
          : await getVisibleCustomer(tx, actor, body.customerId, { lock: true });
      const arrivedAt = body.arrivedAt === undefined ? new Date() : new Date(body.arrivedAt);
      const added = await tx
        .insertInto('customer_ups')
        .values({
          store,
          customer_id: customer?.id ?? null,
          guest: (customer?.name ?? body.guest).slice(0, 200),
          interest,
          arrived_at: arrivedAt,
          greeter_id: greeterId,
          result: null,
          created_by: actor.userId,
          client_id: clientId,
        })
        .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (added && customer) await touchCustomer(tx, customer.id, store, arrivedAt);
      return added?.id;
    });
    const where =
      upId === undefined
        ? sql`v.created_by = ${actor.userId} and v.client_id = ${clientId}`
        : sql`v.id = ${upId}`;
    return getUp(db, actor, where);
  };
}

/** Logs a step of a visit; each once, and none after the customer left. */
export function setUpStep({ db, writes }: CustomerServices): Handler<typeof calls.setUpStep> {
  return async ({ actor, params: { upId }, body: { version, step, result } }) => {
    await writes.consume(String(actor.userId));
    await db.transaction().execute(async (tx) => {
      const existing = await lockUp(tx, actor, upId, version);
      if (existing.result !== null) throw conflict('This visit has already ended.');
      await tx
        .insertInto('customer_up_steps')
        .values({ up_id: upId, step, author_id: actor.userId })
        .onConflict((known) => known.columns(['up_id', 'step']).doNothing())
        .execute();
      await tx
        .updateTable('customer_ups')
        .set({ version: version + 1, ...(result !== null && { result }) })
        .where('id', '=', upId)
        .execute();
    });
    return getUp(db, actor, sql`v.id = ${upId}`);
  };
}

/** Links a visit to a customer. */
export function linkUp({ db, writes }: CustomerServices): Handler<typeof calls.linkUp> {
  return async ({ actor, params: { upId }, body: { version, customerId } }) => {
    await writes.consume(String(actor.userId));
    await db.transaction().execute(async (tx) => {
      const existing = await lockUp(tx, actor, upId, version);
      const customer = await getVisibleCustomer(tx, actor, customerId, { lock: true });
      await tx
        .updateTable('customer_ups')
        .set({ version: version + 1, customer_id: customer.id })
        .where('id', '=', upId)
        .execute();
      await touchCustomer(tx, customer.id, existing.store, existing.arrived_at);
    });
    return getUp(db, actor, sql`v.id = ${upId}`);
  };
}

async function getUp(db: CustomersDb, actor: Actor, where: RawBuilder<unknown>): Promise<Up> {
  const [up] = await readUps(db, actor, sql`where ${where}`);
  if (!up) throw notFound();
  return up;
}

/** Throws 404 for other stores' visits, and 409 if the visit is no longer at `version`. */
async function lockUp(tx: CustomersDb, actor: Actor, upId: number, version: number) {
  const up = await tx
    .selectFrom('customer_ups')
    .select(['version', 'result', 'store', 'arrived_at'])
    .where('id', '=', upId)
    .where(inStores('store', storesOf(actor)))
    .forUpdate()
    .executeTakeFirst();
  if (!up) throw notFound();
  assertVersion(up, version, 'this visit');
  return up;
}
