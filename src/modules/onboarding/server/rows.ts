import { type RawBuilder, sql } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { toReference } from '../../../platform/server/records/references.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { LeaveReason, RunKind } from '../contract/kinds.ts';
import type { Item, RunRow } from '../contract.ts';
import {
  isInLine,
  isKeptByHr,
  isOwnedBy,
  isReadByHr,
  isVisibleTo,
  managerOfRun,
} from './policy.ts';
import type { ItemRecord, OnboardingDb } from './tables.ts';

export interface FullRun {
  id: number;
  kind: RunKind;
  user_id: number | null;
  /** The account can be used. */
  is_active: boolean;
  name: string;
  job_title: string;
  store: Store | null;
  department: Department | null;
  manager_id: number | null;
  manager: string | null;
  day: string;
  ends_at: Date | null;
  ended_at: Date | null;
  /** When the account starts by itself; null: it does not. */
  activate_at: Date | null;
  activated_at: Date | null;
  reason: LeaveReason | null;
  may_return: boolean | null;
  note: string;
  outcome: 'done' | 'canceled' | null;
  version: number;
  done: number;
  total: number;
  overdue: number;
  sees: boolean;
  reads_hr: boolean;
  keeps: boolean;
  in_line: boolean;
}

export const getToday = async (db: OnboardingDb): Promise<string> =>
  dateAt(await getTimezone(db), Date.now());

/** Part of a list, all of it by default. */
interface Part {
  order?: RawBuilder<unknown>;
  limit?: number;
  offset?: number;
}

/** `onboarding_runs r`, `employees e` and `users u`. */
export const runTables = sql`onboarding_runs r left join employees e on e.user_id = r.user_id
  left join users u on u.id = r.user_id`;

/** Runs with what the actor may do; `where` is a condition on `runTables`. */
export async function findRuns(
  db: OnboardingDb,
  actor: Actor,
  where: RawBuilder<unknown>,
  { order = sql`r.day, r.id`, limit, offset = 0 }: Part = {},
): Promise<FullRun[]> {
  const today = await getToday(db);
  const { rows } = await sql<FullRun>`
    select s.*, m.shown_name as manager from (
      select r.id, r.kind, r.user_id, coalesce(u.is_active, false) as is_active,
        coalesce(u.shown_name, r.name) as name,
        coalesce(e.job_title, r.job_title) as job_title,
        case when r.user_id is null then r.store else e.store end as store,
        case when r.user_id is null then r.department else e.department end as department,
        ${managerOfRun} as manager_id, r.day::text as day, r.ends_at, r.ended_at, r.activate_at, r.activated_at,
        r.reason, r.may_return, r.note, r.outcome, r.version, items.done, items.total, items.overdue,
        ${isVisibleTo(actor)} as sees, ${isReadByHr(actor)} as reads_hr, ${isKeptByHr(actor)} as keeps,
        ${isInLine(actor)} as in_line, page.place
      from (select r.id, row_number() over (order by ${order}) as place from ${runTables}
        where ${where} order by place limit ${limit ?? null} offset ${offset}) page
      join (${runTables}) on r.id = page.id
      cross join lateral (
        select count(*) filter (where i.state <> 'open')::integer as done, count(*)::integer as total,
          count(*) filter (where i.state = 'open' and r.closed_at is null
            and i.due_on < ${today}::date)::integer as overdue
        from onboarding_items i where i.run_id = r.id) items) s
    left join users m on m.id = s.manager_id
    order by s.place`.execute(db);
  return rows;
}

/** Locks the employee first, as their file does, whose first day moves the run: the other order would be a deadlock. */
export async function lockRun(db: OnboardingDb, runId: RawBuilder<number>): Promise<void> {
  await sql`select from employees where user_id = (
    select user_id from onboarding_runs where id = ${runId}) for update`.execute(db);
  await sql`select from onboarding_runs where id = ${runId} for update`.execute(db);
}

/** Throws 404 unless the actor sees the run; with `lock` for the rest of the transaction. */
export async function getRunRow(
  db: OnboardingDb,
  actor: Actor,
  runId: number,
  { lock = false, version }: { lock?: boolean; version?: number } = {},
): Promise<FullRun> {
  if (lock) await lockRun(db, sql`${runId}::integer`);
  const [row] = await findRuns(db, actor, sql`r.id = ${runId}`);
  if (!row?.sees) throw notFound();
  assertVersion(row, version, 'this list', 'load');
  return row;
}

/** Whether the account has ended, or does not start later by itself: until then the list stays open. */
export const isAccountSettled = (run: FullRun): boolean =>
  run.kind === 'offboarding'
    ? run.ended_at !== null
    : run.activate_at === null || run.activated_at !== null;

/** Whether nothing is left to do on an open list: HR finishes one that no last task has finished. */
export const isFinishable = (run: FullRun): boolean =>
  run.outcome === null &&
  run.done === run.total &&
  isAccountSettled(run) &&
  (run.kind === 'offboarding' || run.total > 0);

export const toRunRow = (row: FullRun): RunRow => ({
  id: row.id,
  kind: row.kind,
  employee: { id: row.user_id, name: row.name },
  jobTitle: row.job_title,
  store: row.store,
  department: row.department,
  manager: toReference(row.manager_id, row.manager),
  day: row.day,
  endsAt: row.ends_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  startsAt: row.activate_at?.toISOString() ?? null,
  startedAt: row.activated_at?.toISOString() ?? null,
  done: row.done,
  total: row.total,
  overdue: row.overdue,
  outcome: row.outcome,
});

export interface FullItem extends ItemRecord {
  owner_person_id: number | null;
  owner_person: string | null;
  by: string | null;
  run_kind: RunKind;
  user_id: number | null;
  run_name: string;
  day: string;
  is_run_open: boolean;
  is_mine: boolean;
  sees: boolean;
  keeps: boolean;
}

const itemTables = sql`onboarding_items i join onboarding_runs r on r.id = i.run_id
  left join employees e on e.user_id = r.user_id left join users u on u.id = r.user_id`;

/** Items `i` of runs `r` with what the actor may do. */
export async function findItems(
  db: OnboardingDb,
  actor: Actor,
  where: RawBuilder<unknown>,
  { order = sql`i.due_on, i.position, i.id`, limit, offset = 0 }: Part = {},
): Promise<FullItem[]> {
  const { rows } = await sql<FullItem>`
    select s.*, o.shown_name as owner_person from (
      select i.*, i.due_on::text as due_on, r.kind as run_kind, r.user_id,
        coalesce(u.shown_name, r.name) as run_name, r.day::text as day, r.closed_at is null as is_run_open,
        case i.owner when 'employee' then r.user_id when 'manager' then ${managerOfRun}
          when 'person' then i.owner_id end as owner_person_id,
        b.shown_name as by, coalesce(${isOwnedBy(actor)}, false) as is_mine,
        coalesce(${isVisibleTo(actor)}, false) as sees, coalesce(${isKeptByHr(actor)}, false) as keeps,
        page.place
      from (select i.id, row_number() over (order by ${order}) as place from ${itemTables}
        where ${where} order by place limit ${limit ?? null} offset ${offset}) page
      join (${itemTables}) on i.id = page.id
      left join users b on b.id = i.state_by) s
    left join users o on o.id = s.owner_person_id
    order by s.place`.execute(db);
  return rows;
}

/** HR ticks for everyone but those who manage accounts: rights are granted and confirmed there. */
export const mayDecide = (row: FullItem): boolean =>
  row.is_run_open &&
  row.kind !== 'account_ended' &&
  (row.is_mine || (row.keeps && row.owner !== 'it'));

export const toItem = (row: FullItem, today: string): Item => ({
  id: row.id,
  title: row.title,
  note: row.note,
  kind: row.kind,
  owner: row.owner,
  ownerPerson: toReference(row.owner_person_id, row.owner_person),
  dueOn: row.due_on,
  isOverdue: row.state === 'open' && row.is_run_open && row.due_on < today,
  state: row.state,
  decided:
    row.state_at === null
      ? null
      : { by: row.by, at: row.state_at.toISOString(), reason: row.reason },
  version: row.version,
  may: { decide: mayDecide(row), edit: row.keeps && row.is_run_open && row.state === 'open' },
});
