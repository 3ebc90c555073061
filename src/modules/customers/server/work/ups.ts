import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, notFound } from '../../../../platform/server/http/errors.ts';
import type * as calls from '../../contract/ups.ts';
import type { addUp, linkUp, setUpStep, Up } from '../../contract/ups.ts';
import { assertOwnStore, storesOf } from '../policy.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomersDb, CustomerTables } from '../tables.ts';
import { touch } from '../timeline/touch.ts';
import { assertWorksAt } from '../writing/check.ts';
import { first, isOwnStore } from './tasks.ts';
import { dayOf } from './today.ts';

type Db = Kysely<CustomerTables>;
type UpRow = Omit<Up, 'arrivedAt'> & { arrivedAt: Date };

const iso = (expression: RawBuilder<unknown>) =>
  sql`to_char((${expression}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const stepAt = (step: string) =>
  iso(sql`select s.at from customer_up_steps s where s.up_id = v.id and s.step = ${sql.lit(step)}`);

/** Visits `v`; a customer is named only if the actor may see it. */
async function readUps(db: Db, actor: Actor, rest: RawBuilder<unknown>): Promise<Up[]> {
  const { rows } = await sql<UpRow>`
    select v.id, v.store, r.id as "customerId", coalesce(r.name, v.guest) as guest, v.interest,
      v.arrived_at as "arrivedAt", v.result, v.version,
      jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) as greeter,
      jsonb_build_object('test_drive', ${stepAt('test_drive')}, 'write_up', ${stepAt('write_up')},
        'left', ${stepAt('left')}) as steps
    from customer_ups v join users u on u.id = v.greeter_id
    left join customers c on c.id = v.customer_id
    left join customers r on r.id = c.root_id and exists (select from customer_stores k
      where k.customer_id = r.id and k.store = any(${storesOf(actor)}::text[]))
    ${rest}`.execute(db);
  return rows.map((row) => ({ ...row, arrivedAt: row.arrivedAt.toISOString() }));
}

/** Visits of a day at the actor's stores, or one of them, latest arrival first. */
export async function listUps(
  db: Db,
  actor: Actor,
  { store, date }: ValidOf<typeof calls.listUps>['query'],
): Promise<Up[]> {
  const { from, to } = await dayOf(db, date);
  const stores = storesOf(actor).filter((own) => store === undefined || own === store);
  return readUps(
    db,
    actor,
    sql`where v.store = any(${stores}::text[]) and v.arrived_at >= ${from} and v.arrived_at < ${to}
      order by v.arrived_at desc, v.id desc limit 500`,
  );
}

const getVisit = async (db: Db, actor: Actor, id: number) =>
  first(await readUps(db, actor, sql`where v.id = ${id}`));

/** Logs a showroom visit; repeating the clientId returns the same one. */
export async function logVisit(
  db: CustomersDb,
  actor: Actor,
  body: ValidOf<typeof addUp>['body'],
): Promise<Up> {
  const { clientId, store, customerId, arrivedAt, greeterId = actor.userId } = body;
  assertOwnStore(actor, store);
  const id = await db.transaction().execute(async (tx) => {
    await assertWorksAt(tx, greeterId, store, 'greeterId');
    const customer =
      customerId === null ? null : await getVisible(tx, actor, customerId, { lock: true });
    const at = arrivedAt === undefined ? new Date() : new Date(arrivedAt);
    const added = await tx
      .insertInto('customer_ups')
      .values({
        ...{
          store,
          customer_id: customer?.id ?? null,
          guest: (customer?.name ?? body.guest).slice(0, 200),
        },
        ...{ interest: body.interest, arrived_at: at, greeter_id: greeterId, result: null },
        ...{ created_by: actor.userId, client_id: clientId },
      })
      .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added && customer) await touch(tx, customer.id, store, at);
    return added?.id;
  });
  if (id !== undefined) return getVisit(db, actor, id);
  const repeated = sql`where v.created_by = ${actor.userId} and v.client_id = ${clientId}`;
  return first(await readUps(db, actor, repeated));
}

type StepCommand = ValidOf<typeof setUpStep>['body'] & { upId: number };

/** Logs a step of a visit; each once, and none after the customer left. */
export async function setVisitStep(
  db: CustomersDb,
  actor: Actor,
  { upId, version, step, result }: StepCommand,
): Promise<Up> {
  await db.transaction().execute(async (tx) => {
    const visit = await getUp(tx, actor, upId);
    if (visit.version !== version)
      throw conflict('Someone else changed this visit. Reload and try again.');
    if (visit.result !== null) throw conflict('This visit has already ended.');
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
  return getVisit(db, actor, upId);
}

type LinkCommand = ValidOf<typeof linkUp>['body'] & { upId: number };

/** Links a visit to a customer. */
export async function linkVisit(
  db: CustomersDb,
  actor: Actor,
  { upId, version, customerId }: LinkCommand,
): Promise<Up> {
  await db.transaction().execute(async (tx) => {
    const visit = await getUp(tx, actor, upId);
    if (visit.version !== version)
      throw conflict('Someone else changed this visit. Reload and try again.');
    const { id } = await getVisible(tx, actor, customerId, { lock: true });
    await tx
      .updateTable('customer_ups')
      .set({ version: version + 1, customer_id: id })
      .where('id', '=', upId)
      .execute();
    await touch(tx, id, visit.store, visit.arrived_at);
  });
  return getVisit(db, actor, upId);
}

async function getUp(tx: Db, actor: Actor, upId: number) {
  const visit = await tx
    .selectFrom('customer_ups')
    .select(['version', 'result', 'store', 'arrived_at'])
    .where('id', '=', upId)
    .where(isOwnStore(actor, 'store'))
    .forUpdate()
    .executeTakeFirst();
  if (!visit) throw notFound();
  return visit;
}
