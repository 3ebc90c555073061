import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import {
  type Notice,
  notify,
  type Unpublished,
  withdraw,
} from '../../../notifications/server/public.ts';
import type { ClockDb, CorrectionRow } from '../tables.ts';

interface PersonName {
  firstName: string;
  lastName: string;
}

const keyOf = (correctionId: number) => `time-correction:${correctionId}`;
const teamPath = '/utilities/timesheets?view=team';
const ownPath = '/utilities/timesheets';
const deliver: Notice['deliver'] = { push: true, digest: true };

export async function notifyManagers(
  tx: ClockDb,
  { id, user_id, reason }: CorrectionRow,
  author: PersonName,
): Promise<Unpublished> {
  const userIds = await findHoursManagers(tx, user_id);
  return notify(tx, {
    userIds,
    title: `${author.firstName} ${author.lastName} requested a time correction`,
    message: reason,
    type: 'info',
    actionUrl: teamPath,
    actionLabel: 'Review',
    key: keyOf(id),
    deliver,
  });
}

/**
 * The ids of those who decide about a person's hours: the managers of their department and stores, else the general
 * managers of the stores, else the administrators. Never the person themselves, and no one without access to the
 * time clock.
 */
export async function findHoursManagers(tx: Db<AnyTables>, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; level: number }>`
    select u.id, case
        when u.role = 'admin' then 3
        when u.role = 'general_manager' then 2
        else 1 end as level
    from users u join users person on person.id = ${userId}
    where u.id <> person.id and u.is_active and not u.pending and u.deleted_at is null
      and u.protection is distinct from 'system_bot'
      and u.feature_permissions && array['utilities', 'full_access', 'all']
      and array_position(array['employee', 'manager', 'general_manager', 'executive', 'admin'], u.role)
        >= array_position(array['employee', 'manager', 'general_manager', 'executive', 'admin'],
          person.role)
      and (u.role = 'admin' or (
        (u.store_access && person.store_access or 'all' = any(u.store_access))
        and (u.role = 'general_manager'
          or u.role = 'manager' and u.department is not distinct from person.department)))
    order by level, u.id`.execute(tx);
  const lowest = rows[0]?.level;
  return rows.filter(({ level }) => level === lowest).map(({ id }) => id);
}

/** Withdraws the managers' notifications and notifies the requester of the decision. */
export async function notifyDecided(
  tx: ClockDb,
  { id, user_id, author_id }: CorrectionRow,
  decision: 'approved' | 'declined' | 'withdrawn',
  decider: PersonName,
  reason: string,
): Promise<Unpublished[]> {
  const withdrawn = await withdraw(tx, { keys: [keyOf(id)] });
  if (decision === 'withdrawn') return [withdrawn];
  const sent = await notify(tx, {
    userIds: [...new Set([user_id, author_id])],
    title: `Your correction request was ${decision}`,
    message: reason || `By ${decider.firstName} ${decider.lastName}`,
    type: decision === 'approved' ? 'success' : 'warning',
    actionUrl: ownPath,
    actionLabel: 'View timesheet',
    key: `${keyOf(id)}:decided`,
    deliver,
  });
  return [withdrawn, sent];
}

/** People are always notified when their hours change. */
export async function notifyCorrected(
  tx: ClockDb,
  { id, user_id, reason }: CorrectionRow,
  author: PersonName,
): Promise<Unpublished> {
  return notify(tx, {
    userIds: [user_id],
    title: `${author.firstName} ${author.lastName} corrected your hours`,
    message: reason,
    type: 'info',
    actionUrl: ownPath,
    actionLabel: 'View timesheet',
    key: keyOf(id),
    deliver,
  });
}
