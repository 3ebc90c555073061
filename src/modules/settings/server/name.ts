import { type Kysely, type Selectable, sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { forbidden, notFound, unauthenticated } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { personChanged } from '../../../platform/server/realtime/watch.ts';
import { doerOf, recordActivity, userSubject } from '../../activity/server/public.ts';
import {
  notify,
  publishNotifications,
  type Unpublished,
  withdraw,
} from '../../notifications/server/public.ts';
import type * as peopleCalls from '../../people/contract.ts';
import type { NameRequest } from '../../people/contract.ts';
import {
  announceNamesakes,
  announceUpdated,
  canDecideName,
  findPeopleByIds,
  listNameDeciders,
  lockPerson,
  manages,
  type PeopleTables,
  type PersonRow,
  toUser,
  updateUser,
} from '../../people/server/public.ts';
import type * as calls from '../contract.ts';

type PeopleDb = Db<PeopleTables>;
type Tx = Kysely<PeopleTables>;
type Row = Selectable<PeopleTables['name_requests']>;

/** The protected account never changes, for any requester. */
const immutable = 'Cannot modify protected accounts';

const keyOf = ({ id }: Pick<Row, 'id'>) => `name-request:${id}`;
const deliver = { push: true, digest: true };

/**
 * With user management a person changes their own name immediately. Everyone else requests it: colleagues rely
 * on names, so no one changes theirs alone.
 */
export function updateProfile(platform: Platform): Handler<typeof calls.updateProfile> {
  const db: PeopleDb = platform.db;
  return async ({ body, actor, ip }) => {
    const { before, after, request, notifications } = await db.transaction().execute(async (tx) => {
      const row = await getOwn(tx, actor.userId);
      const firstName = body.firstName ?? row.first_name;
      const lastName = body.lastName ?? row.last_name;
      const unchanged = { before: row, after: row, notifications: [] as Unpublished[] };
      if (firstName === row.first_name && lastName === row.last_name) {
        return { ...unchanged, request: await findOpen(tx, row.id) };
      }
      if (row.protection) throw forbidden(immutable);
      if (!manages(actor)) {
        return { ...unchanged, ...(await requestName(tx, row, { firstName, lastName }, ip)) };
      }
      const withdrawn = await closeOpen(tx, row.id);
      const changed = await rename(tx, { actor, row, firstName, lastName, ip });
      return { before: row, after: changed, request: null, notifications: withdrawn };
    });
    await publishNotifications(platform, ...notifications);
    if (after !== before) await publishRenamed(platform, before, after);
    return { ...toUser(after), nameRequest: request && toRequest(request, after) };
  };
}

export function getNameRequest({ db }: Platform): Handler<typeof calls.getNameRequest> {
  return async ({ actor }) => {
    const [[person], request] = await Promise.all([
      findPeopleByIds(db, [actor.userId]),
      findOpen(db, actor.userId),
    ]);
    return { request: person && request ? toRequest(request, person) : null };
  };
}

export function cancelNameRequest(platform: Platform): Handler<typeof calls.cancelNameRequest> {
  const db: PeopleDb = platform.db;
  return async ({ actor }) => {
    const notifications = await db.transaction().execute(async (tx) => {
      await getOwn(tx, actor.userId);
      return closeOpen(tx, actor.userId);
    });
    await publishNotifications(platform, ...notifications);
    return { message: 'Your request was canceled.' };
  };
}

/** The requests the actor can decide; for most people none. */
export function listNameRequests(platform: Platform): Handler<typeof peopleCalls.listNameRequests> {
  const db: PeopleDb = platform.db;
  return async ({ actor }) => {
    const requests = await db
      .selectFrom('name_requests')
      .selectAll()
      .where('decided_at', 'is', null)
      .orderBy('asked_at')
      .orderBy('id')
      .limit(1000)
      .execute();
    const rows = await findPeopleByIds(
      db,
      requests.map(({ user_id: id }) => id),
    );
    const byId = new Map(rows.filter((row) => !row.deleted_at).map((row) => [row.id, row]));
    return requests.flatMap((request) => {
      const person = byId.get(request.user_id);
      return person && canDecideName(actor, person) ? toRequest(request, person) : [];
    });
  };
}

export function approveNameRequest(platform: Platform): Handler<typeof calls.approveNameRequest> {
  const db: PeopleDb = platform.db;
  return async ({ params: { requestId }, actor, ip }) => {
    const { before, after, notifications } = await db.transaction().execute(async (tx) => {
      const { request, person } = await getDecidable(tx, actor, requestId);
      const { first_name: firstName, last_name: lastName } = request;
      const changed = await rename(tx, { actor, row: person, firstName, lastName, ip });
      return {
        before: person,
        after: changed,
        notifications: await settle(tx, actor, request, true),
      };
    });
    await publishNotifications(platform, ...notifications);
    await publishRenamed(platform, before, after);
    return { message: `Name changed to ${after.shown_name}.` };
  };
}

export function declineNameRequest(platform: Platform): Handler<typeof calls.declineNameRequest> {
  const db: PeopleDb = platform.db;
  return async ({ params: { requestId }, actor, ip }) => {
    const notifications = await db.transaction().execute(async (tx) => {
      const { request, person } = await getDecidable(tx, actor, requestId);
      await recordActivity(tx, {
        actor,
        action: 'user.name_declined',
        subject: userSubject(person),
        before: { firstName: request.first_name, lastName: request.last_name },
        after: { firstName: person.first_name, lastName: person.last_name },
        ip,
      });
      return settle(tx, actor, request, false);
    });
    await publishNotifications(platform, ...notifications);
    return { message: 'Name change declined.' };
  };
}

/** The latest request replaces an earlier open one. */
async function requestName(
  tx: Tx,
  row: PersonRow,
  { firstName, lastName }: { firstName: string; lastName: string },
  ip: string,
): Promise<{ request: Row; notifications: Unpublished[] }> {
  const open = await findOpen(tx, row.id);
  if (open?.first_name === firstName && open.last_name === lastName) {
    return { request: open, notifications: [] };
  }
  const withdrawn = await closeOpen(tx, row.id);
  const request = await tx
    .insertInto('name_requests')
    .values({ user_id: row.id, first_name: firstName, last_name: lastName })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordActivity(tx, {
    actor: doerOf(row),
    action: 'user.name_requested',
    subject: userSubject(row),
    before: { firstName: row.first_name, lastName: row.last_name },
    after: { firstName, lastName },
    ip,
  });
  const notification = await notify(tx, {
    userIds: await listNameDeciders(tx, row),
    title: `${row.shown_name} requested a name change`,
    message: `New name: ${firstName} ${lastName}`,
    type: 'info',
    actionUrl: '/profile#name-changes',
    actionLabel: 'Review',
    key: keyOf(request),
    deliver,
  });
  return { request, notifications: [...withdrawn, notification] };
}

async function rename(
  tx: Tx,
  {
    actor,
    row,
    firstName,
    lastName,
    ip,
  }: {
    actor: Actor;
    row: PersonRow;
    firstName: string;
    lastName: string;
    ip: string;
  },
): Promise<PersonRow> {
  const changed = await updateUser(tx, row.id, { firstName, lastName });
  await recordActivity(tx, {
    actor,
    action: 'user.updated',
    subject: userSubject(changed),
    before: { firstName: row.first_name, lastName: row.last_name },
    after: { firstName, lastName },
    ip,
  });
  return changed;
}

async function publishRenamed(
  platform: Platform,
  before: PersonRow,
  after: PersonRow,
): Promise<void> {
  // Sockets send messages under their person's name, so they reload it.
  platform.bus.publish(personChanged, { userId: after.id });
  await announceUpdated(platform, after);
  if (before.name_key !== after.name_key) {
    await announceNamesakes(platform, after, before.name_key);
    await announceNamesakes(platform, after, after.name_key);
  }
}

/** Requests the actor may not decide are 404. */
async function getDecidable(tx: Tx, actor: Actor, requestId: number) {
  const owner = await tx
    .selectFrom('name_requests')
    .select('user_id')
    .where('id', '=', requestId)
    .executeTakeFirst();
  const person = owner && (await lockPerson(tx, owner.user_id));
  if (!person || person.deleted_at || !canDecideName(actor, person)) throw notFound();
  // Checked under the person's lock: the second of two deciders gets an error.
  const request = await findOpen(tx, person.id);
  if (request?.id !== requestId) throw notFound('This name change was already decided.');
  return { request, person };
}

/** Withdraws the deciders' notifications and notifies the requester of the decision. */
async function settle(
  tx: Tx,
  decider: Actor,
  request: Row,
  approved: boolean,
): Promise<Unpublished[]> {
  await tx
    .updateTable('name_requests')
    .set({ decided_at: sql<Date>`now()`, decided_by: decider.userId, approved })
    .where('id', '=', request.id)
    .execute();
  const withdrawn = await withdraw(tx, { keys: [keyOf(request)] });
  const notification = await notify(tx, {
    userIds: [request.user_id],
    title: approved ? 'Your name was changed' : 'Your name change was declined',
    message: `${request.first_name} ${request.last_name} · by ${decider.shownName}`,
    type: approved ? 'success' : 'warning',
    actionUrl: '/profile',
    actionLabel: 'View profile',
    key: `${keyOf(request)}:decided`,
    deliver,
  });
  return [withdrawn, notification];
}

async function findOpen(anyDb: Kysely<AnyTables>, userId: number): Promise<Row | null> {
  const db: Kysely<PeopleTables> = anyDb;
  const row = await db
    .selectFrom('name_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

async function closeOpen(tx: Tx, userId: number): Promise<Unpublished[]> {
  const closed = await tx
    .updateTable('name_requests')
    .set({ decided_at: sql<Date>`now()`, decided_by: userId })
    .where('user_id', '=', userId)
    .where('decided_at', 'is', null)
    .returning('id')
    .execute();
  if (closed.length === 0) return [];
  return [await withdraw(tx, { keys: closed.map(keyOf) })];
}

async function getOwn(tx: Kysely<AnyTables>, id: number): Promise<PersonRow> {
  const row = await lockPerson(tx, id);
  if (!row || row.deleted_at) throw unauthenticated();
  return row;
}

const toRequest = (request: Row, person: PersonRow): NameRequest => ({
  id: request.id,
  userId: person.id,
  currentName: person.shown_name,
  username: person.username,
  firstName: request.first_name,
  lastName: request.last_name,
  askedAt: request.asked_at.toISOString(),
});
