import { sql } from 'kysely';
import { earlier, later } from '../../../../platform/contract/wallTime.ts';
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { findCreated } from '../../../../platform/server/records/repeats.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract/requests.ts';
import type { State } from '../../contract/requests.ts';
import { syncStatuses } from '../away/statuses.ts';
import { awayBetween } from '../counting/count.ts';
import { addEvent } from '../history.ts';
import { findKinds } from '../kinds.ts';
import type { TimeOffLocks } from '../locks.ts';
import { findToday, getStanding, lockTimeOff, type Standing } from '../policy.ts';
import { publishTimeOff } from '../publish.ts';
import type { Services } from '../services.ts';
import { describeSpan } from '../spans.ts';
import type { TimeOffDb } from '../tables.ts';
import { assess, assessBalance, employmentProblem, shortText } from './assess.ts';
import { returnToBalance, takeFromBalance } from './ledger.ts';
import { notifyApprovers, notifyCanceled, notifyPerson, type RequestSummary } from './notify.ts';
import { canCancel, getRequest } from './rows.ts';

const table = 'time_off_requests';

/** Requests time off, or records it for someone the actor decides for. */
export function addRequest(
  services: Services,
  locks: TimeOffLocks,
): Handler<typeof calls.addRequest> {
  const { db, writes } = services;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { clientId, userId = actor.userId, reason, ...requested } = body;
    const standing = await getStanding(db, actor, userId);
    if (!standing.isSelf && !standing.decides) {
      throw forbidden('Only their managers and HR can record time off for someone else.');
    }
    const known = await findCreated(db, table, actor, clientId);
    if (known) return (await getRequest(db, actor, known)).request;
    const done = await db.transaction().execute(async (tx) => {
      await lockTimeOff(tx, userId);
      const again = await findCreated(tx, table, actor, clientId);
      if (again) return { id: again, notifications: [] };
      const replaced = requested.replacesId
        ? await lockReplaced(tx, requested.replacesId, standing)
        : [];
      const found = await assess(tx, standing, requested);
      if (found.problem) {
        const refuse = found.isConflict ? conflict : invalid;
        throw refuse(found.problem, { [found.field]: found.problem });
      }
      const { fromMinute, toMinute } = awayBetween(requested);
      const { id } = await tx
        .insertInto(table)
        .values({
          user_id: userId,
          kind_id: found.kind.id,
          starts_on: requested.startsOn,
          ends_on: requested.endsOn,
          portion: requested.portion,
          from_minute: fromMinute,
          to_minute: toMinute,
          reason,
          state: 'pending',
          replaces_id: replaced.at(-1)?.id ?? null,
          client_id: clientId,
          created_by: actor.userId,
          decided_by: null,
          decided_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('time_off_days')
        .values(found.days.map((day) => ({ request_id: id, ...day })))
        .execute();
      const kind = standing.isSelf ? 'requested' : 'recorded';
      await addEvent(tx, id, actor.userId, { kind });
      const notifications: Unpublished[] = [];
      const [first] = replaced;
      if (first?.state === 'pending') {
        notifications.push(
          ...(await end(tx, actor, first, { state: 'withdrawn', by: 'replaced' })),
        );
      }
      const request = await lockRow(tx, id);
      if (found.isImmediate) {
        notifications.push(...(await approve(tx, locks, actor, request, '')));
      }
      if (standing.isSelf) {
        notifications.push(await notifyApprovers(tx, request, actor, found.isImmediate));
      }
      await log(tx, actor, request, standing.isSelf ? 'requested' : 'recorded', ip);
      return { id, notifications };
    });
    await publish(services, done.notifications);
    return (await getRequest(db, actor, done.id)).request;
  };
}

/** Of two who decide at once, the second sees who was first. */
export function decideRequest(
  services: Services,
  locks: TimeOffLocks,
): Handler<typeof calls.decideRequest> {
  const { db, writes } = services;
  return async ({ actor, params: { requestId }, body: { version, decision, reason }, ip }) => {
    await writes.consume(String(actor.userId));
    const notifications = await db.transaction().execute(async (tx) => {
      const request = await lockRequest(tx, requestId);
      const standing = await getStanding(tx, actor, request.userId);
      if (!standing.decides) {
        throw forbidden('Only a manager above them or HR decides, and no one for themselves.');
      }
      if (request.state !== 'pending') throw conflict(await stateText(tx, request));
      assertVersion(request, version, 'this request');
      if (decision === 'declined') {
        await setState(tx, actor, request.id, 'declined', reason);
        await addEvent(tx, request.id, actor.userId, { kind: 'declined', reason });
        await log(tx, actor, request, 'declined', ip);
        return notifyPerson(tx, request, actor, { state: 'declined', reason });
      }
      const problem = employmentProblem(standing.employee, request);
      if (problem) throw conflict(problem.text);
      await assertEnough(tx, request);
      const sent = await approve(tx, locks, actor, request, reason);
      await log(tx, actor, request, 'approved', ip);
      return sent;
    });
    await publish(services, notifications);
    return (await getRequest(db, actor, requestId)).request;
  };
}

/** Withdraws a pending request, or cancels an approved one. */
export function endRequest(
  services: Services,
  locks: TimeOffLocks,
): Handler<typeof calls.endRequest> {
  const { db, writes } = services;
  return async ({ actor, params: { requestId }, body: { version, reason }, ip }) => {
    await writes.consume(String(actor.userId));
    const notifications = await db.transaction().execute(async (tx) => {
      const locked = await lockRequest(tx, requestId);
      const standing = await getStanding(tx, actor, locked.userId);
      if (!isOpen(locked)) throw conflict(await stateText(tx, locked));
      assertMayEnd(locked, standing, await findToday(tx));
      assertVersion(locked, version, 'this request');
      if (locked.state === 'pending') {
        await log(tx, actor, locked, 'withdrawn', ip);
        return end(tx, actor, locked, { state: 'withdrawn', by: 'withdrawn', reason });
      }
      const ended = await locks.guard(
        tx,
        { ...paidChange(actor, [locked]), reason: `Canceled: ${describeSpan(locked)}` },
        () => end(tx, actor, locked, { state: 'canceled', by: 'canceled', reason }),
      );
      await log(tx, actor, locked, 'canceled', ip);
      return standing.isSelf ? [...ended, await notifyCanceled(tx, locked, actor)] : ended;
    });
    await publish(services, notifications);
    return (await getRequest(db, actor, requestId)).request;
  };
}

interface LockedRequest extends RequestSummary {
  state: State;
  kindId: number;
  replacesId: number | null;
  version: number;
}

export async function lockRow(tx: TimeOffDb, id: number): Promise<LockedRequest> {
  const { rows } = await sql<LockedRequest>`
    select r.id, r.user_id as "userId", u.shown_name as "userName", k.name as "kindName", k.id as "kindId",
      r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", r.portion,
      r.from_minute as "fromMinute", r.to_minute as "toMinute", r.state, r.replaces_id as "replacesId", r.version
    from time_off_requests r join users u on u.id = r.user_id join time_off_kinds k on k.id = r.kind_id
    where r.id = ${id} for update of r`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The person’s lock comes first, as everywhere. */
async function lockRequest(tx: TimeOffDb, id: number): Promise<LockedRequest> {
  const row = await tx.selectFrom(table).select('user_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  await lockTimeOff(tx, row.user_id);
  return lockRow(tx, id);
}

/**
 * What a new request takes the place of, which the actor has to be allowed to end: a request, and if that is pending
 * also the approved one that it was to replace.
 */
async function lockReplaced(
  tx: TimeOffDb,
  id: number,
  standing: Standing,
): Promise<LockedRequest[]> {
  const first = await lockRow(tx, id);
  if (first.userId !== standing.employee.userId) throw notFound();
  if (!isOpen(first)) throw conflict(await stateText(tx, first));
  const isPending = first.state === 'pending';
  const earlier =
    isPending && first.replacesId !== null ? await lockRow(tx, first.replacesId) : null;
  const replaced = earlier && isOpen(earlier) ? [first, earlier] : [first];
  const today = await findToday(tx);
  for (const one of replaced) assertMayEnd(one, standing, today);
  await assertOnlyChange(tx, replaced);
  return replaced;
}

/** Of two changes of one request both could be approved. A pending one can be changed itself. */
async function assertOnlyChange(tx: TimeOffDb, replaced: readonly LockedRequest[]): Promise<void> {
  const ids = replaced.map(({ id }) => id);
  const { rows } = await sql<Parameters<typeof describeSpan>[0]>`
    select r.starts_on::text as "startsOn", r.ends_on::text as "endsOn", r.portion,
      r.from_minute as "fromMinute", r.to_minute as "toMinute"
    from time_off_requests r where r.state = 'pending'
      and r.replaces_id = any(${ids}::integer[]) and r.id <> all(${ids}::integer[]) limit 1`.execute(
    tx,
  );
  const [other] = rows;
  if (other) throw conflict(`A change to ${describeSpan(other)} is already pending.`);
}

const isOpen = ({ state }: LockedRequest) => state === 'pending' || state === 'approved';

function assertMayEnd({ state, startsOn }: LockedRequest, standing: Standing, today: string): void {
  if (state === 'pending') {
    if (standing.isSelf) return;
    throw forbidden('Only the person can withdraw a request. You can decline it.');
  }
  if (canCancel({ starts_on: startsOn, state }, standing, today)) return;
  throw conflict('This time off has begun. Ask your manager or HR to cancel it.');
}

/** `Natalie Brandt already approved this request.` */
async function stateText(tx: TimeOffDb, { id, state }: LockedRequest): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`
    select u.shown_name as name from time_off_requests r left join users u on u.id = r.decided_by
    where r.id = ${id}`.execute(tx);
  const name = rows[0]?.name;
  return name ? `${name} already ${state} this request.` : `This request was ${state}.`;
}

async function setState(
  tx: TimeOffDb,
  actor: Actor,
  id: number,
  state: State,
  reason: string,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({
      state,
      decided_by: actor.userId,
      decided_at: new Date(),
      decision_reason: reason,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** It may have changed since it was requested. */
async function assertEnough(tx: TimeOffDb, request: LockedRequest): Promise<void> {
  const { rows: days } = await sql<{ day: string; minutes: number }>`
    select day::text as day, minutes from time_off_days where request_id = ${request.id}
    order by day`.execute(tx);
  const kind = (await findKinds(tx)).find(({ id }) => id === request.kindId);
  if (!kind?.hasBalance || kind.overdraw === 'warn') return;
  const without = [request.id, ...(request.replacesId === null ? [] : [request.replacesId])];
  const question = { kindId: kind.id, startsOn: request.startsOn, without, countsPending: false };
  const today = await findToday(tx);
  const { remaining } = await assessBalance(tx, request.userId, question, days, today);
  if (remaining < 0) throw conflict(shortText(kind, remaining));
}

/** The days of these requests of one person, of which locked pay periods are adjusted. */
export function paidChange(author: Actor, requests: readonly [LockedRequest, ...LockedRequest[]]) {
  return {
    userId: requests[0].userId,
    from: requests.map(({ startsOn }) => startsOn).reduce(earlier),
    to: requests.map(({ endsOn }) => endsOn).reduce(later),
    author,
  };
}

/** Takes the days from the balance; an approved request that it replaces is canceled. */
export async function approve(
  tx: TimeOffDb,
  locks: TimeOffLocks,
  actor: Actor,
  request: LockedRequest,
  reason: string,
): Promise<Unpublished[]> {
  const replaces = request.replacesId === null ? null : await lockRow(tx, request.replacesId);
  const replaced = replaces?.state === 'approved' ? replaces : null;
  const days = describeSpan(request);
  const change = {
    ...paidChange(actor, replaced ? [request, replaced] : [request]),
    reason: replaced ? `Changed: ${describeSpan(replaced)} to ${days}` : `Approved: ${days}`,
  };
  return locks.guard(tx, change, async () => {
    const ended = replaced
      ? await end(tx, actor, replaced, { state: 'canceled', by: 'replaced' })
      : [];
    await setState(tx, actor, request.id, 'approved', reason);
    await addEvent(tx, request.id, actor.userId, { kind: 'approved', ...(reason && { reason }) });
    await takeFromBalance(tx, request, actor.userId);
    return [...ended, ...(await notifyPerson(tx, request, actor, { state: 'approved', reason }))];
  });
}

export async function end(
  tx: TimeOffDb,
  actor: Actor,
  request: LockedRequest,
  {
    state,
    by,
    reason = '',
  }: {
    state: 'withdrawn' | 'canceled';
    by: 'withdrawn' | 'canceled' | 'replaced';
    reason?: string;
  },
): Promise<Unpublished[]> {
  await setState(tx, actor, request.id, state, reason);
  await addEvent(tx, request.id, actor.userId, { kind: by, ...(reason && { reason }) });
  if (request.state === 'approved') await returnToBalance(tx, request, actor.userId);
  // They are notified of the request that takes its place.
  const shown = by === 'replaced' ? 'withdrawn' : state;
  return notifyPerson(tx, request, actor, { state: shown, reason });
}

/** Neither the kind nor the reason: the log has other readers. */
export const log = (
  tx: TimeOffDb,
  actor: Actor,
  request: RequestSummary,
  act: string,
  ip: string,
) =>
  recordActivity(tx, {
    actor,
    action: `time_off.${act}`,
    subject: { type: 'user', id: request.userId, name: request.userName },
    after: { requestId: request.id, startsOn: request.startsOn, endsOn: request.endsOn },
    ip,
  });

export async function publish(
  services: Pick<Services, 'platform' | 'db'>,
  notifications: readonly Unpublished[],
): Promise<void> {
  publishTimeOff(services.platform);
  await publishNotifications(services.platform, ...notifications);
  // If this fails, the job that runs every five minutes does it.
  await syncStatuses(services).catch((err) =>
    services.platform.log.warn({ err }, 'Could not show who is away'),
  );
}
