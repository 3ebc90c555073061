import { sql } from 'kysely';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import { earlier, later } from '../../../../platform/contract/wallTime.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type * as calls from '../../contract/requests.ts';
import { listEvents } from '../history.ts';
import { accountOf } from '../ledger/inputs.ts';
import { loadAccounts } from '../ledger/projection.ts';
import { decidableBy, findToday, getStanding } from '../policy.ts';
import type { TimeOffDb } from '../tables.ts';
import { assess } from './assess.ts';
import { blackoutsOn, findAwayColleagues, findBlackouts } from './conflicts.ts';
import { getRequest, readRequests } from './rows.ts';

export async function getPreview(
  db: TimeOffDb,
  actor: Actor,
  { userId = actor.userId, ...requested }: ValidOf<typeof calls.getPreview>['query'],
): Promise<AnswerOf<typeof calls.getPreview>> {
  const standing = await getStanding(db, actor, userId);
  if (!standing.isSelf && !standing.decides) {
    throw forbidden('Only their managers and HR can record time off for someone else.');
  }
  const { kind: _, field: __, isConflict: ___, ...preview } = await assess(db, standing, requested);
  return preview;
}

export async function listRequests(
  db: TimeOffDb,
  actor: Actor,
  {
    userId = actor.userId,
    limit,
    before,
    beforeId = 0,
  }: ValidOf<typeof calls.listRequests>['query'],
): Promise<AnswerOf<typeof calls.listRequests>> {
  await getStanding(db, actor, userId);
  const found = await readRequests(
    db,
    actor,
    sql`r.user_id = ${userId}
      and (${before === undefined} or (r.starts_on, r.id) < (${before ?? null}::date, ${beforeId}))
      order by r.starts_on desc, r.id desc limit ${limit}`,
  );
  return found.map(({ request }) => request);
}

export async function getRequestPage(
  db: TimeOffDb,
  actor: Actor,
  requestId: number,
): Promise<AnswerOf<typeof calls.getRequest>> {
  const { request } = await getRequest(db, actor, requestId);
  const [history, away] = await Promise.all([
    listEvents(db, requestId),
    findAwayColleagues(db, [request]),
  ]);
  return { request, history, away: away.get(requestId) ?? [] };
}

const findPending = async (db: TimeOffDb, actor: Actor, scope: 'mine' | 'all') => {
  const found = await readRequests(
    db,
    actor,
    sql`r.state = 'pending' and ${decidableBy(actor)} order by r.starts_on, r.id limit 500`,
  );
  return found
    .filter(({ approverIds }) => scope === 'all' || approverIds.includes(actor.userId))
    .map(({ request }) => request);
};

/** Pending requests with who else is away and what would remain. */
export async function listApprovals(
  db: TimeOffDb,
  actor: Actor,
  scope: 'mine' | 'all',
): Promise<AnswerOf<typeof calls.listApprovals>> {
  const [requests, today] = [await findPending(db, actor, scope), await findToday(db)];
  if (requests.length === 0) return [];
  const first = requests.map(({ startsOn }) => startsOn).reduce(earlier, today);
  const until = requests.map(({ endsOn }) => endsOn).reduce(later, today);
  const userIds = [...new Set(requests.map(({ userId }) => userId))];
  const lastDays = await findLastDays(db, userIds);
  const [away, blackouts, accounts, balances] = await Promise.all([
    findAwayColleagues(db, requests),
    findBlackouts(db, first, until),
    loadAccounts(db, userIds, { today, until: [...lastDays.values()].reduce(later, until) }),
    findKindsWithBalance(db),
  ]);
  return requests.map((request) => {
    const { id, userId, kindId, days, endsOn, startsOn, replacesId } = request;
    const account = balances.has(kindId) ? accounts.of(userId, kindId) : null;
    const last = later(endsOn, lastDays.get(accountOf(userId, kindId)) ?? endsOn);
    const change = {
      days,
      withoutRequests: replacesId === null ? [] : [replacesId],
      watchFrom: startsOn,
    };
    return {
      ...request,
      away: away.get(id) ?? [],
      remainingMinutes: account?.at(last, change).lowest ?? null,
      blackouts: blackoutsOn(
        blackouts,
        request,
        days.map(({ day }) => day),
      ).map(({ name }) => name),
    };
  });
}

export const countApprovals = async (db: TimeOffDb, actor: Actor) => ({
  count: (await findPending(db, actor, 'mine')).length,
});

/** The last day of approved time off, by account: a balance has to be enough until then. */
async function findLastDays(
  db: TimeOffDb,
  userIds: readonly number[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ userId: number; kindId: number; last: string }>`
    select user_id as "userId", kind_id as "kindId", max(ends_on)::text as last from time_off_requests
    where user_id = any(${userIds}::integer[]) and state = 'approved'
    group by user_id, kind_id`.execute(db);
  return new Map(rows.map(({ userId, kindId, last }) => [accountOf(userId, kindId), last]));
}

async function findKindsWithBalance(db: TimeOffDb): Promise<Set<number>> {
  const rows = await db
    .selectFrom('time_off_kinds')
    .select('id')
    .where('has_balance', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
