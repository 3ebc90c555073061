import { sql } from 'kysely';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type * as calls from '../../contract/balances.ts';
import { availableMaxDays, type Balance, type EntryType } from '../../contract/balances.ts';
import type { Kind } from '../../contract.ts';
import { dayOf } from '../accrual/calendar.ts';
import { placeOn, ruleOn } from '../accrual/rule.ts';
import { weekOn } from '../counting/count.ts';
import { findKinds } from '../kinds.ts';
import { findToday, getStanding } from '../policy.ts';
import type { TimeOffDb } from '../tables.ts';
import { describeAccrual } from './describe.ts';
import { findRules, findWorkers } from './inputs.ts';
import { loadAccounts } from './projection.ts';

/** Someone’s balances today; `userId` defaults to the actor. */
export async function getBalances(
  db: TimeOffDb,
  actor: Actor,
  userId = actor.userId,
): Promise<AnswerOf<typeof calls.getBalances>> {
  const { employee, isSelf, decides, writes } = await getStanding(db, actor, userId);
  const today = await findToday(db);
  const worker = (await findWorkers(db, [userId])).get(userId);
  const { name, store, department, hiredOn } = employee;
  return {
    person: { id: userId, name, store, department, hiredOn },
    today,
    balances: await listBalances(db, userId, today),
    week: [...weekOn(worker?.patterns ?? [], today)],
    may: { request: isSelf || decides, adjust: writes, setWeek: writes },
  };
}

interface Sums {
  kind_id: number;
  balance: number;
  scheduled: number;
}

/** One balance for each kind that is in use, or of which something is left. */
export async function listBalances(
  db: TimeOffDb,
  userId: number,
  today: string,
): Promise<Balance[]> {
  const [kinds, sums, requested, rules, workers] = await Promise.all([
    findKinds(db),
    sumLedger(db, userId, today),
    sumRequests(db, userId, today),
    findRules(db),
    findWorkers(db, [userId]),
  ]);
  const worker = workers.get(userId);
  const hiredOn = worker?.employee.hiredOn ?? null;
  const at = dayOf(today);
  return kinds.flatMap((kind): Balance[] => {
    const sum = sums.find(({ kind_id }) => kind_id === kind.id);
    const taken = requested.find(({ kind_id }) => kind_id === kind.id);
    if (!kind.isActive && !sum?.balance) return [];
    const rule = worker && ruleOn(rules.get(kind.id) ?? [], placeOn(worker.places, at), at);
    return [
      {
        kindId: kind.id,
        balanceMinutes: kind.hasBalance ? (sum?.balance ?? 0) : null,
        scheduledMinutes: taken?.scheduled ?? 0,
        pendingMinutes: taken?.pending ?? 0,
        usedMinutes: taken?.used ?? 0,
        accrual: kind.hasBalance
          ? describeAccrual(rule ?? null, hiredOn === null ? null : dayOf(hiredOn), at)
          : '',
      },
    ];
  });
}

export async function getBalance(
  db: TimeOffDb,
  userId: number,
  kind: Pick<Kind, 'id'>,
): Promise<Balance> {
  const balances = await listBalances(db, userId, await findToday(db));
  const balance = balances.find(({ kindId }) => kindId === kind.id);
  if (!balance) throw notFound();
  return balance;
}

async function sumLedger(db: TimeOffDb, userId: number, today: string) {
  const { rows } = await sql<Omit<Sums, 'scheduled'>>`
    select kind_id, sum(minutes)::integer as balance from time_off_ledger
    where user_id = ${userId} and day <= ${today}::date group by kind_id`.execute(db);
  return rows;
}

interface Taken extends Pick<Sums, 'kind_id' | 'scheduled'> {
  pending: number;
  used: number;
}

async function sumRequests(db: TimeOffDb, userId: number, today: string): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select r.kind_id,
      coalesce(sum(d.minutes) filter (where r.state = 'approved' and d.day > ${today}::date), 0)::integer
        as scheduled,
      coalesce(sum(d.minutes) filter (where r.state = 'pending'), 0)::integer as pending,
      coalesce(sum(d.minutes) filter (where r.state = 'approved' and d.day <= ${today}::date
        and d.day >= date_trunc('year', ${today}::date)), 0)::integer as used
    from time_off_requests r join time_off_days d on d.request_id = r.id
    where r.user_id = ${userId} and r.state in ('pending', 'approved') group by r.kind_id`.execute(
    db,
  );
  return rows;
}

const pageSize = 50;

interface EntryRow {
  id: number;
  day: string;
  type: EntryType;
  minutes: number;
  carried_minutes: number | null;
  note: string;
  request_id: number | null;
  author: string | null;
  recorded_at: Date;
  balance: number;
}

/** How a balance came about, latest first. */
export async function listLedger(
  db: TimeOffDb,
  actor: Actor,
  {
    userId = actor.userId,
    kindId,
    offset,
  }: { userId?: number | undefined; kindId: number; offset: number },
): Promise<AnswerOf<typeof calls.listLedger>> {
  await getStanding(db, actor, userId);
  const { rows } = await sql<EntryRow>`
    select l.id, l.day::text as day, l.type, l.minutes, l.carried_minutes, l.note, l.request_id,
      u.shown_name as author, l.recorded_at,
      (sum(l.minutes) over (order by l.day, l.id))::integer as balance
    from time_off_ledger l left join users u on u.id = l.author_id
    where l.user_id = ${userId} and l.kind_id = ${kindId}
    order by l.day desc, l.id desc limit ${pageSize + 1} offset ${offset}`.execute(db);
  return {
    entries: rows.slice(0, pageSize).map((row) => ({
      id: row.id,
      day: row.day,
      type: row.type,
      minutes: row.minutes,
      carriedMinutes: row.carried_minutes,
      note: row.note,
      requestId: row.request_id,
      by: row.author,
      recordedAt: row.recorded_at.toISOString(),
      balanceMinutes: row.balance,
    })),
    isMore: rows.length > pageSize,
  };
}

/** What will be available on a day, from what is known today. */
export async function getAvailable(
  db: TimeOffDb,
  actor: Actor,
  {
    userId = actor.userId,
    kindId,
    day,
  }: { userId?: number | undefined; kindId: number; day: string },
): Promise<AnswerOf<typeof calls.getAvailable>> {
  await getStanding(db, actor, userId);
  const kind = (await findKinds(db)).find(({ id }) => id === kindId);
  if (!kind?.hasBalance) throw notFound();
  const today = await findToday(db);
  // Each day until then is calculated.
  if (day > addDays(today, availableMaxDays)) {
    const problem = 'Choose a day within the next five years.';
    throw invalid(problem, { day: problem });
  }
  const accounts = await loadAccounts(db, [userId], { today, until: day });
  const projection = accounts.of(userId, kindId);
  if (!projection) throw notFound();
  const pending = await sumPending(db, userId, kindId, day);
  const isHourly = projection.worker.employee.payBasis !== 'salary';
  return {
    day,
    minutes: projection.at(day).balance,
    pendingMinutes: pending,
    isAtLeast: projection.rule?.method === 'hours_worked' && isHourly && day > today,
  };
}

async function sumPending(db: TimeOffDb, userId: number, kindId: number, day: string) {
  const { rows } = await sql<{ minutes: number }>`
    select coalesce(sum(d.minutes), 0)::integer as minutes
    from time_off_requests r join time_off_days d on d.request_id = r.id
    where r.user_id = ${userId} and r.kind_id = ${kindId} and r.state = 'pending'
      and d.day <= ${day}::date`.execute(db);
  return rows[0]?.minutes ?? 0;
}
