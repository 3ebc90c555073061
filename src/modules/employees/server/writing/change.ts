import { sql } from 'kysely';
import { forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { type Act, recordActivity, userSubject } from '../../../activity/server/public.ts';
import type { EmployeePage, EventData } from '../../contract/employee.ts';
import { publishChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { type FoundEmployee, getFound } from '../record/find.ts';
import { getEmployee } from '../record/page.ts';
import type { EmployeesDb } from '../tables.ts';
import { getToday } from '../today.ts';

export type Parts = Pick<Platform, 'db' | 'realtime' | 'log' | 'mail' | 'publicUrl' | 'secrets'>;

/** What a change of a file says in its history and in the activity log. */
interface Change {
  event?: EventData;
  act?: Pick<Act, 'action' | 'before' | 'after'>;
  /** The directory or the tree shows something else. */
  isPublic?: boolean;
}

export interface Changing {
  tx: EmployeesDb;
  found: FoundEmployee;
  today: string;
}

interface Request {
  actor: Actor;
  ip: string;
  employeeId: number;
  /** Of the file, as the user saw it; undefined where something else is checked. */
  version?: number;
  /** Reporting lines may change: no other change of them runs meanwhile. */
  changesLines?: boolean;
  /** Checks the change and makes it; null: there is nothing to change, as for a repeated request. */
  change(changing: Changing): Promise<Change | null>;
}

export const someoneElse = 'Someone else in HR has to change your own file.';
const otherStore = 'You can change files only for employees of your own stores.';

/** Locks a file until the end of the transaction; 404 if there is none, or the actor sees nothing of it. */
export async function lockFile(
  tx: EmployeesDb,
  actor: Actor,
  employeeId: number,
  today: string,
): Promise<FoundEmployee> {
  await sql`select from employees where user_id = ${employeeId} for update`.execute(tx);
  return getFound(tx, actor, employeeId, today);
}

export function assertWrites(actor: Actor, found: FoundEmployee): void {
  if (found.writes_as_hr) return;
  throw forbidden(found.id === actor.userId ? someoneElse : otherStore);
}

/** Until the end of the transaction no one else changes who reports to whom, so that no circle can be closed by two. */
export async function lockLines(tx: EmployeesDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('employees.lines'), 0)`.execute(tx);
}

/**
 * One change of a file as HR: locked, with its history and its entry in the activity log, and published once it is
 * committed. Throws 404, 403, or 409 if the user saw an earlier version.
 */
export async function changeFile(platform: Parts, request: Request): Promise<EmployeePage> {
  const { actor, ip, employeeId, version, changesLines = false, change } = request;
  const db: EmployeesDb = platform.db;
  const today = await getToday(db);
  const changed = await db.transaction().execute(async (tx) => {
    if (changesLines) await lockLines(tx);
    const found = await lockFile(tx, actor, employeeId, today);
    assertWrites(actor, found);
    assertVersion(found, version, 'this employee’s file', 'load');
    const made = await change({ tx, found, today });
    if (!made) return null;
    await recordChange(tx, { actor, ip, found, change: made });
    const after = await raiseVersion(tx, employeeId);
    return { stores: [found.store, after.store], isPublic: made.isPublic ?? false };
  });
  if (changed) await publishChanged(platform, { id: employeeId, ...changed });
  return getEmployee(db, actor, employeeId);
}

/** Increments the version of the file, and returns what it has now. */
export async function raiseVersion(tx: EmployeesDb, employeeId: number) {
  const row = await tx
    .updateTable('employees')
    .set({ version: sql<number>`version + 1` })
    .where('user_id', '=', employeeId)
    .returning('store')
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function recordChange(
  tx: EmployeesDb,
  {
    actor,
    ip,
    found,
    change: { event, act },
  }: { actor: Actor; ip: string; found: FoundEmployee; change: Change },
): Promise<void> {
  if (event) await addEvent(tx, found.id, actor.userId, event);
  if (act) await recordActivity(tx, { actor, subject: userSubject(found), ip, ...act });
}
