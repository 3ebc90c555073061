import { type Kysely, type Selectable, sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { forbidden, notFound, unauthenticated } from '../../../platform/server/http/errors.ts';
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
import type * as contractCalls from '../../people/contract.ts';
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

/** The fail-safe account is the same for everybody, by whatever route. */
const immutable = 'Cannot modify protected accounts';

const keyOf = ({ id }: Pick<Row, 'id'>) => `name-request:${id}`;
const deliver = { push: true, digest: true };

/**
 * Whoever manages people changes their own name at once. Everybody else asks for it: a colleague’s name is what others
 * go by, so nobody takes one by themselves.
 */
export function updateProfile(platform: Platform): Handler<typeof calls.updateProfile> {
  const db: PeopleDb = platform.db;
  return async ({ body, actor, ip }) => {
    const { before, after, request, told } = await db.transaction().execute(async (tx) => {
      const row = await getOwn(tx, actor.userId);
      const firstName = body.firstName ?? row.first_name;
      const lastName = body.lastName ?? row.last_name;
      const unchanged = { before: row, after: row, told: [] as Unpublished[] };
      if (firstName === row.first_name && lastName === row.last_name) {
        return { ...unchanged, request: await findOpen(tx, row.id) };
      }
      if (row.protection) throw forbidden(immutable);
      if (!manages(actor)) {
        return { ...unchanged, ...(await ask(tx, row, { firstName, lastName }, ip)) };
      }
      const closed = await closeOpen(tx, row.id);
      const changed = await rename(tx, { actor, row, firstName, lastName, ip });
      return { before: row, after: changed, request: null, told: closed };
    });
    await publishNotifications(platform, ...told);
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
    const told = await db.transaction().execute(async (tx) => {
      await getOwn(tx, actor.userId);
      return closeOpen(tx, actor.userId);
    });
    await publishNotifications(platform, ...told);
    return { message: 'Your request was canceled.' };
  };
}

/** Those the actor can decide; for most people none. */
export function listNameRequests(
  platform: Platform,
): Handler<typeof contractCalls.listNameRequests> {
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
    const { before, after, told } = await db.transaction().execute(async (tx) => {
      const { request, person } = await getDecidable(tx, actor, requestId);
      const { first_name: firstName, last_name: lastName } = request;
      const changed = await rename(tx, { actor, row: person, firstName, lastName, ip });
      return { before: person, after: changed, told: await settle(tx, actor, request, true) };
    });
    await publishNotifications(platform, ...told);
    await publishRenamed(platform, before, after);
    return { message: `The name was changed to ${after.shown_name}.` };
  };
}

export function declineNameRequest(platform: Platform): Handler<typeof calls.declineNameRequest> {
  const db: PeopleDb = platform.db;
  return async ({ params: { requestId }, actor, ip }) => {
    const told = await db.transaction().execute(async (tx) => {
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
    await publishNotifications(platform, ...told);
    return { message: 'The name change was declined.' };
  };
}

/** The latest wish counts; an earlier one that is still open is gone. */
async function ask(
  tx: Tx,
  row: PersonRow,
  { firstName, lastName }: { firstName: string; lastName: string },
  ip: string,
): Promise<{ request: Row; told: Unpublished[] }> {
  const open = await findOpen(tx, row.id);
  if (open?.first_name === firstName && open.last_name === lastName) {
    return { request: open, told: [] };
  }
  const closed = await closeOpen(tx, row.id);
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
  const told = await notify(tx, {
    userIds: await listNameDeciders(tx, row),
    title: `${row.shown_name} asks for another name`,
    message: `New name: ${firstName} ${lastName}`,
    type: 'info',
    actionUrl: '/profile#name-changes',
    actionLabel: 'Review',
    key: keyOf(request),
    deliver,
  });
  return { request, told: [...closed, told] };
}

async function rename(
  tx: Tx,
  given: { actor: Actor; row: PersonRow; firstName: string; lastName: string; ip: string },
): Promise<PersonRow> {
  const { actor, row, firstName, lastName, ip } = given;
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
  // What is said in somebody's name is said by their sockets.
  platform.bus.publish(personChanged, { userId: after.id });
  await announceUpdated(platform, after);
  if (before.name_key !== after.name_key) {
    await announceNamesakes(platform, after, before.name_key);
    await announceNamesakes(platform, after, after.name_key);
  }
}

/** What the actor may not decide does not exist for them. */
async function getDecidable(tx: Tx, actor: Actor, requestId: number) {
  const found = await tx
    .selectFrom('name_requests')
    .select('user_id')
    .where('id', '=', requestId)
    .executeTakeFirst();
  const person = found && (await lockPerson(tx, found.user_id));
  if (!person || person.deleted_at || !canDecideName(actor, person)) throw notFound();
  // Under the lock of the person: of two who decide, the second finds it decided.
  const request = await findOpen(tx, person.id);
  if (request?.id !== requestId) throw notFound('This name change was already decided.');
  return { request, person };
}

/** Nobody needs to decide any more, and who asked hears what came of it. */
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
  const gone = await withdraw(tx, { keys: [keyOf(request)] });
  const told = await notify(tx, {
    userIds: [request.user_id],
    title: approved ? 'Your name was changed' : 'Your name change was declined',
    message: `${request.first_name} ${request.last_name} · by ${decider.shownName}`,
    type: approved ? 'success' : 'warning',
    actionUrl: '/profile',
    actionLabel: 'Show',
    key: `${keyOf(request)}:decided`,
    deliver,
  });
  return [gone, told];
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
