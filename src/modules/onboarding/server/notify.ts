import { type RawBuilder, sql } from 'kysely';
import { type Store, stores } from '../../../platform/contract/access.ts';
import { wallTimeAt } from '../../../platform/contract/wallTime.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { worksAt } from '../../../platform/server/records/staff.ts';
import { listHr } from '../../employees/server/public.ts';
import {
  type Notice,
  notify,
  publishNotifications,
  type Unpublished,
} from '../../notifications/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { Owner, RunKind } from '../contract/kinds.ts';
import { isKnownToEmployee, managerOfRun } from './policy.ts';
import { getToday } from './rows.ts';
import type { OnboardingDb } from './tables.ts';

const tasksHref = '/people/tasks';
const deliver: Notice['deliver'] = { push: true, digest: true };

interface DueItem {
  id: number;
  run_id: number;
  kind: RunKind;
  name: string;
  title: string;
  store: Store | null;
  owner: Owner;
  owner_id: number | null;
  user_id: number | null;
  is_overdue: boolean;
}

/** Items `i` of open runs `r`, with who does them by name; the employee’s only if they may know. */
async function findDue(
  db: OnboardingDb,
  where: RawBuilder<unknown>,
  today: string,
): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    select i.id, i.run_id, r.kind, coalesce(u.shown_name, r.name) as name, i.title,
      case when r.user_id is null then r.store else e.store end as store, i.owner, r.user_id,
      case i.owner when 'person' then i.owner_id when 'manager' then ${managerOfRun}
        when 'employee' then case when ${isKnownToEmployee} then r.user_id end end as owner_id,
      i.due_on < ${today}::date as is_overdue
    from onboarding_items i join onboarding_runs r on r.id = i.run_id
    left join employees e on e.user_id = r.user_id left join users u on u.id = r.user_id
    where i.state = 'open' and r.closed_at is null and ${where}
    order by i.run_id, i.due_on, i.id for update of i skip locked`.execute(db);
  return rows;
}

/** Who manages accounts at a store, or anywhere for the whole group; only IT, unless no one of it does. */
async function listIt(db: OnboardingDb, store: Store | null): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_it: boolean }>`
    select u.id, u.department is not distinct from 'it' as is_it from users u
    where ${worksAt(store === null ? stores : [store])}
      and (u.role = 'admin' or u.page_permissions && array['user_management', 'all'])`.execute(db);
  const ofIt = rows.filter(({ is_it }) => is_it);
  return (ofIt.length > 0 ? ofIt : rows).map(({ id }) => id);
}

type ListDepartment = (owner: 'hr' | 'it', store: Store | null) => Promise<number[]>;

/** HR and IT of a store, read once for all items. */
function departmentLists(db: OnboardingDb): ListDepartment {
  const lists = new Map<string, Promise<number[]>>();
  return (owner, store) => {
    const key = `${owner}:${store}`;
    const list = lists.get(key) ?? (owner === 'hr' ? listHr : listIt)(db, store);
    lists.set(key, list);
    return list;
  };
}

async function ownersOf(item: DueItem, listDepartment: ListDepartment): Promise<number[]> {
  const { owner, owner_id, store } = item;
  const ids =
    owner === 'hr' || owner === 'it'
      ? await listDepartment(owner, store)
      : owner_id === null
        ? []
        : [owner_id];
  // Of their own leave no one is notified as HR or IT.
  return owner === 'employee' ? ids : ids.filter((id) => id !== item.user_id);
}

/** Reminders arrive when people start to work, not at midnight. */
const fromHour = '07';

/** Notifies the owners of what is due or overdue, each item once for either. It can run at any time. */
export async function notifyDue(platform: Platform, now = Date.now()): Promise<void> {
  const db: OnboardingDb = platform.db;
  const wallTime = wallTimeAt(await getTimezone(db), now);
  if (wallTime.slice(11, 13) < fromHour) return;
  const today = wallTime.slice(0, 10);
  const notices = await db.transaction().execute(async (tx) => {
    const items = await findDue(
      tx,
      sql`(i.due_on <= ${today}::date and i.due_notified_at is null
        or i.due_on < ${today}::date and i.overdue_notified_at is null)`,
      today,
    );
    const notices: Notice[] = [];
    const listDepartment = departmentLists(tx);
    for (const item of items) notices.push(...(await noticeOf(item, listDepartment)));
    const ids = items.map(({ id }) => id);
    await sql`update onboarding_items set due_notified_at = coalesce(due_notified_at, now()),
        overdue_notified_at = case when due_on < ${today}::date then now() end
      where id = any(${ids}::integer[])`.execute(tx);
    return notify(tx, ...notices);
  });
  await publishNotifications(platform, notices);
}

async function noticeOf(item: DueItem, listDepartment: ListDepartment): Promise<Notice[]> {
  const userIds = await ownersOf(item, listDepartment);
  if (userIds.length === 0) return [];
  const { id, kind, name, title, is_overdue, owner } = item;
  const what = kind === 'onboarding' ? 'Onboarding' : 'Offboarding';
  const state = is_overdue ? 'overdue' : 'due';
  return [
    {
      userIds,
      title: owner === 'employee' ? `${what} task ${state}` : `${what} task ${state}: ${name}`,
      message: title,
      type: is_overdue ? 'warning' : 'info',
      actionUrl: tasksHref,
      actionLabel: 'Open tasks',
      key: `onboarding:${id}:${state}`,
      deliver,
    },
  ];
}

/** Notifies the owners of a run that has started what they have to do, once each. HR has started it. */
export async function notifyStarted(
  tx: OnboardingDb,
  { runId, by }: { runId: number; by: number },
): Promise<Unpublished> {
  const today = await getToday(tx);
  const items = await findDue(tx, sql`i.run_id = ${runId} and i.owner <> 'hr'`, today);
  const counts = new Map<number, number>();
  const listDepartment = departmentLists(tx);
  for (const item of items) {
    for (const id of await ownersOf(item, listDepartment))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  counts.delete(by);
  const [first] = items;
  if (!first) return notify(tx);
  const what = first.kind === 'onboarding' ? 'Onboarding' : 'Offboarding';
  const notices = [...counts].map(
    ([userId, count]): Notice => ({
      userIds: [userId],
      title: userId === first.user_id ? `Your ${what.toLowerCase()}` : `${what}: ${first.name}`,
      message: `${count === 1 ? '1 task' : `${count} tasks`} for you.`,
      type: 'info',
      actionUrl: tasksHref,
      actionLabel: 'Open tasks',
      key: `onboarding:run:${runId}:started`,
      deliver,
    }),
  );
  return notify(tx, ...notices);
}

/** A run whose account is due to start or to end. */
export interface DueRun {
  id: number;
  user_id: number;
  name: string;
  store: Store | null;
}

export type AccountChange = 'start' | 'end';

/** The account could not be started or ended at its time: HR and IT must act at once. */
export async function notifyFailed(
  tx: OnboardingDb,
  { run, what, why }: { run: DueRun; what: AccountChange; why: string },
): Promise<Unpublished> {
  const ids = new Set([...(await listHr(tx, run.store)), ...(await listIt(tx, run.store))]);
  ids.delete(run.user_id);
  return notify(tx, {
    userIds: [...ids],
    title: `The account of ${run.name} could not be ${what === 'end' ? 'ended' : 'started'}`,
    message: why,
    type: 'warning',
    actionUrl: `/hr/onboarding?run=${run.id}`,
    actionLabel: what === 'end' ? 'Open offboarding' : 'Open onboarding',
    key: `onboarding:run:${run.id}:${what}-failed`,
    urgent: true,
    deliver,
  });
}

/** IT, and those who have an open task about the account: it can be used from now on. */
export async function notifyAccountStarted(tx: OnboardingDb, run: DueRun): Promise<Unpublished> {
  const tasks = await findDue(
    tx,
    sql`i.run_id = ${run.id} and i.kind = 'account'`,
    await getToday(tx),
  );
  const listDepartment = departmentLists(tx);
  const ids = new Set(await listDepartment('it', run.store));
  for (const task of tasks) for (const id of await ownersOf(task, listDepartment)) ids.add(id);
  ids.delete(run.user_id);
  return notify(tx, {
    userIds: [...ids],
    title: `The account of ${run.name} has started`,
    message: 'It is active now, as planned for the first day.',
    type: 'info',
    actionUrl: `/hr/onboarding?run=${run.id}`,
    actionLabel: 'Open onboarding',
    key: `onboarding:run:${run.id}:account-started`,
    deliver,
  });
}
