import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Context, Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { createOnce, findCreated } from '../../../../platform/server/records/repeats.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/devices.ts';
import type { KioskDevice } from '../../contract/devices.ts';
import { assertManagesKiosks, canChangeRules, kioskStores } from '../policy.ts';
import { publishKiosks } from '../publish.ts';
import { listRules } from '../rules/rules.ts';
import type { KioskDb } from '../tables.ts';

/** Removed kiosks stay in the list for this long. */
const shownDays = 30;

const fullName = (alias: string) =>
  sql<string>`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;

function selectDevices(db: KioskDb, stores: readonly Store[]) {
  return db
    .selectFrom('kiosk_devices as d')
    .innerJoin('users as adder', 'adder.id', 'd.created_by')
    .leftJoin('users as remover', 'remover.id', 'd.revoked_by')
    .select([
      'd.id',
      'd.store',
      'd.name',
      'd.browser',
      'd.last_seen_at',
      sql<boolean>`d.revoked_at is null and coalesce(d.last_seen_at > now() - interval '2 minutes', false)`.as(
        'online',
      ),
      sql<string>`coalesce(d.last_ip, d.enrolled_ip)`.as('ip'),
      fullName('adder').as('addedBy'),
      'd.created_at',
      sql<string | null>`case when remover.id is not null then ${fullName('remover')} end`.as(
        'revokedBy',
      ),
      'd.revoked_at',
      'd.version',
    ])
    .where('d.store', '=', sql<Store>`any(${[...stores]}::text[])`);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDevices>['execute']>>[number];

const toDevice = ({ last_seen_at, created_at, revoked_at, ...row }: Row): KioskDevice => ({
  ...row,
  lastSeenAt: last_seen_at?.toISOString() ?? null,
  addedAt: created_at.toISOString(),
  revokedAt: revoked_at?.toISOString() ?? null,
});

async function getKioskDevice(db: KioskDb, actor: Actor, id: number): Promise<KioskDevice> {
  const row = await selectDevices(db, kioskStores(actor)).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return toDevice(row);
}

export async function listKiosks(
  db: KioskDb,
  { actor, ip }: Pick<Context<typeof calls.listKiosks>, 'actor' | 'ip'>,
) {
  assertManagesKiosks(actor);
  const stores = kioskStores(actor);
  const [devices, rules] = await Promise.all([
    selectDevices(db, stores)
      .where((eb) =>
        eb.or([
          eb('d.revoked_at', 'is', null),
          eb('d.revoked_at', '>', sql<Date>`now() - make_interval(days => ${shownDays})`),
        ]),
      )
      .orderBy(sql`d.revoked_at is not null`)
      .orderBy(sql`array_position(${[...stores]}::text[], d.store)`)
      .orderBy(sql`lower(d.name), d.id`)
      .execute(),
    listRules(db, stores),
  ]);
  return {
    stores: [...stores],
    devices: devices.map(toDevice),
    rules,
    ip,
    may: { changeRules: canChangeRules(actor) },
  };
}

const noSuchCode = () => {
  const message = 'No device shows this code. Codes are valid for 10 minutes';
  return invalid(`${message}.`, { code: message });
};

/** `tries` limits guesses: a code that someone else’s device shows must not be found by trying. */
export function findWaitingDevice(
  db: KioskDb,
  tries: Limit,
): Handler<typeof calls.findWaitingDevice> {
  return async ({ actor, params: { code } }) => {
    assertManagesKiosks(actor);
    await tries.consume(String(actor.userId));
    const row = await selectWaiting(db, code).executeTakeFirst();
    if (!row) throw noSuchCode();
    await tries.restore(String(actor.userId));
    return { browser: row.browser, ip: row.ip, requestedAt: row.created_at.toISOString() };
  };
}

const selectWaiting = (db: KioskDb, code: string) =>
  db
    .selectFrom('kiosk_enrollments')
    .selectAll()
    .where('code', '=', code)
    .where('expires_at', '>', sql<Date>`now()`);

const nameTaken = (store: Store) => {
  const message = `${storeNames[store]} has a kiosk with this name`;
  return conflict(`${message}.`, { name: message });
};

const isNameTaken = (error: unknown) => violatedConstraint(error) === 'kiosk_devices_name';

export function addKiosk(platform: Platform, tries: Limit): Handler<typeof calls.addKiosk> {
  const db: KioskDb = platform.db;
  return async ({ actor, body: { clientId, code, store, name }, ip }) => {
    assertManagesKiosks(actor);
    if (!kioskStores(actor).includes(store)) {
      throw invalid('Choose one of your stores.', { store: 'Choose one of your stores' });
    }
    const earlier = await findCreated(db, 'kiosk_devices', actor, clientId);
    if (earlier) return getKioskDevice(db, actor, earlier);
    await tries.consume(String(actor.userId));
    const id = await createOnce(db, 'kiosk_devices', actor, clientId, {
      async insert(anyTx) {
        const tx: KioskDb = anyTx;
        const waiting = await selectWaiting(tx, code).forUpdate().executeTakeFirst();
        if (!waiting) {
          // A concurrent repeat has used the code meanwhile.
          const first = await findCreated(tx, 'kiosk_devices', actor, clientId);
          if (first) return first;
          throw noSuchCode();
        }
        const { token_hash, browser, ip: enrolledIp } = waiting;
        const row = await tx
          .insertInto('kiosk_devices')
          .values({
            client_id: clientId,
            created_by: actor.userId,
            token_hash,
            store,
            name,
            browser,
            enrolled_ip: enrolledIp,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await tx.deleteFrom('kiosk_enrollments').where('code', '=', code).execute();
        await recordActivity(tx, {
          actor,
          action: 'kiosk.added',
          subject: { type: 'kiosk', id: row.id, name },
          after: { store, name, browser, address: enrolledIp },
          ip,
        });
        return row.id;
      },
      explain: (error) => (isNameTaken(error) ? nameTaken(store) : error),
    });
    await tries.restore(String(actor.userId));
    publishKiosks(platform, store);
    return getKioskDevice(db, actor, id);
  };
}

/** A kiosk of the actor’s stores, locked so that a punch at it can still refer to it: that would be a deadlock. */
async function lockKiosk(tx: KioskDb, actor: Actor, id: number) {
  const row = await tx
    .selectFrom('kiosk_devices')
    .select(['id', 'store', 'name', 'version', 'revoked_at'])
    .where('id', '=', id)
    .where('store', '=', sql<Store>`any(${[...kioskStores(actor)]}::text[])`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export function renameKiosk(platform: Platform): Handler<typeof calls.renameKiosk> {
  const db: KioskDb = platform.db;
  return async ({ actor, params: { id }, body: { version, name }, ip }) => {
    assertManagesKiosks(actor);
    const store = await db.transaction().execute(async (tx) => {
      const kiosk = await lockKiosk(tx, actor, id);
      if (kiosk.revoked_at) throw conflict('This kiosk was removed.');
      assertVersion(kiosk, version, 'this kiosk');
      await tx
        .updateTable('kiosk_devices')
        .set({ name, version: version + 1 })
        .where('id', '=', id)
        .execute()
        .catch((error) => {
          throw isNameTaken(error) ? nameTaken(kiosk.store) : error;
        });
      await recordActivity(tx, {
        actor,
        action: 'kiosk.renamed',
        subject: { type: 'kiosk', id, name },
        before: { name: kiosk.name },
        after: { name },
        ip,
      });
      return kiosk.store;
    });
    publishKiosks(platform, store);
    return getKioskDevice(db, actor, id);
  };
}

/** The device is asked for its credential at each call, so it can do nothing from then on. */
export function revokeKiosk(platform: Platform): Handler<typeof calls.revokeKiosk> {
  const db: KioskDb = platform.db;
  return async ({ actor, params: { id }, ip }) => {
    assertManagesKiosks(actor);
    const store = await db.transaction().execute(async (tx) => {
      const kiosk = await lockKiosk(tx, actor, id);
      if (kiosk.revoked_at) return kiosk.store;
      await tx
        .updateTable('kiosk_devices')
        .set({
          revoked_at: sql<Date>`now()`,
          revoked_by: actor.userId,
          version: kiosk.version + 1,
        })
        .where('id', '=', id)
        .execute();
      await tx.deleteFrom('kiosk_sign_ins').where('device_id', '=', id).execute();
      await recordActivity(tx, {
        actor,
        action: 'kiosk.removed',
        subject: { type: 'kiosk', id, name: kiosk.name },
        before: { store: kiosk.store, name: kiosk.name },
        ip,
      });
      return kiosk.store;
    });
    publishKiosks(platform, store);
    return getKioskDevice(db, actor, id);
  };
}
