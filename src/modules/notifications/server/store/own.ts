import type { Kysely } from 'kysely';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type * as contract from '../../contract.ts';
import { type NotificationTables, shownColumns, toNotification } from '../tables.ts';
import { changeShown, reading, removal, type Shown } from './changing.ts';
import { type Mark, nothing, type Unpublished } from './notify.ts';
import { countUnreadOf } from './publish.ts';

type Db = Kysely<NotificationTables>;

/** Newest first; the next page starts before the last one of this page. */
export async function listNotifications(
  db: Db,
  userId: number,
  { before, limit }: ValidOf<typeof contract.listNotifications>['query'],
): Promise<AnswerOf<typeof contract.listNotifications>> {
  // Counted first: anything that arrives in between comes with a later count.
  const count = await countUnreadOf(db, userId);
  const rows = await db
    .selectFrom('notifications')
    .select([...shownColumns, 'read_at'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .$if(before !== undefined, (q) => q.where('id', '<', Number(before)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    ...count,
    notifications: page.map((row) => ({ ...toNotification(row), read: row.read_at !== null })),
    nextBefore: last ? String(last.id) : null,
  };
}

/** Throws 404 unless it is this person's; reading or removing it twice is fine. */
async function assertOwn(db: Db, userId: number, id: number): Promise<void> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound();
}

// These write; the caller publishes what they return after COMMIT.
const asRead = (read: Mark[]): Unpublished => ({ ...nothing, read });
const asRemoved = (removed: Mark[]): Unpublished => ({ ...nothing, removed });

export async function markRead(db: Db, userId: number, id: number): Promise<Unpublished> {
  await assertOwn(db, userId, id);
  const one = unreadOf(userId);
  return asRead(await changeShown(db, (shown) => one(shown).where('id', '=', id), reading));
}

/** All, or all up to the newest one the person has seen. */
export async function markAllRead(db: Db, userId: number, upTo = newest): Promise<Unpublished> {
  const all = unreadOf(userId);
  return asRead(await changeShown(db, (shown) => all(shown).where('id', '<=', upTo), reading));
}

export async function markRemoved(db: Db, userId: number, id: number): Promise<Unpublished> {
  await assertOwn(db, userId, id);
  const one = of(userId);
  return asRemoved(await changeShown(db, (shown) => one(shown).where('id', '=', id), removal));
}

export async function markAllRemoved(db: Db, userId: number, upTo = newest): Promise<Unpublished> {
  const all = of(userId);
  return asRemoved(await changeShown(db, (shown) => all(shown).where('id', '<=', upTo), removal));
}

/** Removes notifications that link to this conversation, or to any. */
export async function markChatRemoved(
  db: Db,
  userId: number,
  channelId?: string,
): Promise<Unpublished> {
  const all = of(userId);
  const linked = (shown: Shown) =>
    channelId === undefined
      ? all(shown).where('channel_id', 'is not', null)
      : all(shown).where('channel_id', '=', channelId);
  return asRemoved(await changeShown(db, linked, removal));
}

const newest = Number.MAX_SAFE_INTEGER;
const of = (userId: number) => (shown: Shown) => shown.where('user_id', '=', userId);
const unreadOf = (userId: number) => (shown: Shown) =>
  of(userId)(shown).where('read_at', 'is', null);
