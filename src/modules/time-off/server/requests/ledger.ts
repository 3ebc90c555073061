import { sql } from 'kysely';
import { recalculate } from '../ledger/recalculate.ts';
import { findToday } from '../policy.ts';
import type { TimeOffDb } from '../tables.ts';

interface Taken {
  id: number;
  userId: number;
}

/** Takes the days of a request from the balance of its kind, if that has one. What accrues follows. */
export async function takeFromBalance(
  tx: TimeOffDb,
  { id, userId }: Taken,
  authorId: number,
): Promise<void> {
  await sql`insert into time_off_ledger (user_id, kind_id, day, type, minutes, key, request_id, author_id)
    select r.user_id, r.kind_id, d.day, 'used', -d.minutes, 'used:' || r.id || ':' || d.day, r.id, ${authorId}
    from time_off_requests r join time_off_days d on d.request_id = r.id
    join time_off_kinds k on k.id = r.kind_id
    where r.id = ${id} and k.has_balance order by d.day`.execute(tx);
  await recalculate(tx, userId, await findToday(tx));
}

/** Gives back what a request took. */
export async function returnToBalance(
  tx: TimeOffDb,
  { id, userId }: Taken,
  authorId: number,
): Promise<void> {
  await sql`insert into time_off_ledger
      (user_id, kind_id, day, type, minutes, key, note, request_id, author_id)
    select user_id, kind_id, day, 'used', -sum(minutes), key, 'Canceled', ${id}, ${authorId}
    from time_off_ledger where request_id = ${id} and user_id = ${userId}
    group by user_id, kind_id, day, key having sum(minutes) <> 0 order by day`.execute(tx);
  await recalculate(tx, userId, await findToday(tx));
}
