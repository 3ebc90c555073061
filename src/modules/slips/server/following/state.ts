import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { SlipState } from '../../contract.ts';
import type { FoundSlip } from '../find.ts';
import { isFor, reasonOnce, reasonOthers, reasonOver } from '../policy.ts';
import type { SlipServices } from '../services.ts';
import type { SlipDb } from '../tables.ts';

const maxListed = 200;

/** The state of a slip for someone who reads its conversation. */
export async function getSlipState(
  { db }: SlipServices,
  { userId }: Actor,
  slip: FoundSlip,
): Promise<SlipState> {
  const first = await db
    .selectFrom('slip_views')
    .select('opened_at')
    .where('slip_id', '=', slip.id)
    .where('user_id', '=', userId)
    .orderBy('id')
    .executeTakeFirst();
  const reasonClosed = reasonOver(slip, new Date());
  const reasonOpened = slip.once && first ? reasonOnce : null;
  return {
    slipId: slip.id,
    closed: reasonClosed ?? (isFor(slip, userId) ? reasonOpened : reasonOthers),
    openedAt: first?.opened_at.toISOString() ?? null,
    canRevoke: slip.isOwn && reasonClosed === null,
    followed: slip.isFollowed ? await followedOf(db, slip) : null,
  };
}

async function followedOf(
  db: SlipDb,
  { id, recipient_ids }: FoundSlip,
): Promise<SlipState['followed']> {
  const [recipients, views, count] = await Promise.all([
    recipient_ids && namesOf(db, recipient_ids),
    viewsOf(db, id),
    db
      .selectFrom('slip_views')
      .select(sql<number>`count(distinct user_id)`.as('count'))
      .where('slip_id', '=', id)
      .executeTakeFirstOrThrow(),
  ]);
  return { recipients, views, openerCount: count.count };
}

async function namesOf(db: SlipDb, ids: readonly number[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'shown_name'])
    .where('id', 'in', [...ids])
    .orderBy('last_name')
    .orderBy('first_name')
    .execute();
  return rows.map((row) => ({ userId: row.id, name: row.shown_name }));
}

async function viewsOf(db: SlipDb, slipId: string) {
  const rows = await db
    .selectFrom('slip_views as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .select(['v.user_id', 'v.opened_at', 'u.shown_name'])
    .where('v.slip_id', '=', slipId)
    .orderBy('v.id', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.shown_name,
    openedAt: row.opened_at.toISOString(),
  }));
}
