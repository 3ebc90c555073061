import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/settings.ts';
import { assertManages, canAssign, storesOf } from '../policy.ts';
import type { LeadsDb } from '../tables.ts';
import { listLeadRouting } from './list.ts';
import { lockRouting, moveDueTimes } from './routing.ts';
import { worksOnLeads } from './staff.ts';

type Setting = ValidOf<typeof calls.setLeadRouting>;
type Store = Setting['params']['store'];

const subjectOf = (store: Store) => ({
  type: 'lead_desk',
  id: store,
  name: `Lead routing of ${storeNames[store]}`,
});

async function getRouting(db: LeadsDb, actor: Actor, store: Store) {
  const routing = (await listLeadRouting(db, actor)).find((one) => one.store === store);
  if (!routing) throw notFound();
  return routing;
}

/** Changes the lead routing of a store. */
export function setLeadRouting(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.setLeadRouting> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { store }, body, ip }) => {
    await writes.consume(String(actor.userId));
    if (!storesOf(actor).includes(store)) throw notFound();
    assertManages(actor);
    if (body.hours.every((day) => day === null)) {
      throw invalid('The store must be open at least one day a week.', {
        hours: 'Choose at least one open day',
      });
    }
    await db.transaction().execute((tx) => changeRouting(tx, actor, { store, body, ip }));
    return getRouting(db, actor, store);
  };
}

interface RoutingCommand {
  store: Store;
  body: Setting['body'];
  ip: string;
}

async function changeRouting(
  tx: LeadsDb,
  actor: Actor,
  { store, body, ip }: RoutingCommand,
): Promise<void> {
  const before = await lockRouting(tx, store);
  assertVersion(before, body.version, 'the lead routing');
  const { limitMinutes, inTurn, hours } = body;
  await tx
    .updateTable('lead_routing')
    .set({
      limit_minutes: limitMinutes,
      in_turn: inTurn,
      hours: JSON.stringify(hours),
      version: before.version + 1,
    })
    .where('store', '=', store)
    .execute();
  await setMembers(tx, store, body.memberIds);
  await moveDueTimes(tx);
  await recordActivity(tx, {
    actor,
    action: 'lead_desk.changed',
    subject: subjectOf(store),
    before: { limitMinutes: before.limitMinutes, inTurn: before.inTurn, hours: before.hours },
    after: { limitMinutes, inTurn, hours, memberIds: body.memberIds },
    ip,
  });
}

/** Existing members keep their place in the rotation; new members accept leads from now on. */
async function setMembers(tx: LeadsDb, store: Store, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`select u.id from users u
    where u.id = any(${ids}::integer[]) and ${worksOnLeads([store])}`.execute(tx);
  if (rows.length < new Set(ids).size) {
    throw invalid('Not all of these employees work on leads at this store.', {
      memberIds: 'Choose employees of this store',
    });
  }
  await sql`delete from lead_routing_members m where m.store = ${store}
    and not m.user_id = any(${ids}::integer[])`.execute(tx);
  await sql`insert into lead_routing_members (store, user_id)
    select ${store}, id from unnest(${ids}::integer[]) id
    on conflict do nothing`.execute(tx);
}

/** Joins or pauses the rotation. */
export function setAccepting(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.setAccepting> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { store, userId }, body: { accepts }, ip }) => {
    await writes.consume(String(actor.userId));
    if (!storesOf(actor).includes(store)) throw notFound();
    if (userId !== actor.userId && !canAssign(actor)) {
      throw forbidden('Only a manager of the store can change this for someone else.');
    }
    await db.transaction().execute(async (tx) => {
      const changed = await tx
        .updateTable('lead_routing_members')
        .set({ accepts })
        .where('store', '=', store)
        .where('user_id', '=', userId)
        .returning('user_id')
        .executeTakeFirst();
      if (!changed) throw notFound('This employee is not in the lead rotation of this store.');
      await recordActivity(tx, {
        actor,
        action: 'lead_desk.accepting_changed',
        subject: subjectOf(store),
        after: { userId, accepts },
        ip,
      });
    });
    return getRouting(db, actor, store);
  };
}
