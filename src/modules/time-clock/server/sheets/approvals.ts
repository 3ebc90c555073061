import { sql } from 'kysely';
import type { Rules } from '../../contract/rules.ts';
import type { ClockDb } from '../tables.ts';

export interface LastApproval {
  user_id: number;
  approved: boolean;
  fingerprint: string;
  rules: Rules;
  by: string;
  decided_at: Date;
}

/** The latest approval decision on these people's week. */
export async function findApprovals(
  db: ClockDb,
  userIds: readonly number[],
  weekStart: string,
): Promise<Map<number, LastApproval>> {
  const { rows } = await sql<LastApproval>`
    select distinct on (a.user_id) a.user_id, a.approved, a.fingerprint, a.rules, a.decided_at,
      u.shown_name as by
    from time_approvals a join users u on u.id = a.decided_by
    where a.user_id = any(${userIds}::integer[]) and a.week_start = ${weekStart}::date
    order by a.user_id, a.id desc`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}
