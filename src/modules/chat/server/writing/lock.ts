import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import type { ChatServices } from '../services.ts';
import type { ChatTables } from '../tables.ts';
import { retryLostRaces } from './grouped-writes.ts';

/** A channel whose row is locked: within, everything written takes a revision and is told after COMMIT. */
export interface LockedChannel {
  tx: Db<ChatTables>;
  id: string;
  isArchived: boolean;
  /** The next place in the timeline. */
  takeSeq(): number;
  /** The next revision: stored on exactly one message, told in exactly one frame. */
  takeRev(): number;
  /** Runs after COMMIT, in the order given. */
  afterwards(announce: () => void): void;
}

/**
 * Does the work on a channel nobody else writes in meanwhile, commits, and tells the readers, in this
 * order. Throws 404 where there is no such channel.
 */
export function withChannelLock<T>(
  desk: ChatServices,
  channelId: string,
  work: (channel: LockedChannel) => Promise<T>,
): Promise<T> {
  return desk.turns.wait(channelId, async () => {
    const { result, announcements } = await retryLostRaces(() => commit(desk.db, channelId, work));
    for (const announce of announcements) announce();
    return result;
  });
}

function commit<T>(
  db: Db<ChatTables>,
  id: string,
  work: (channel: LockedChannel) => Promise<T>,
): Promise<{ result: T; announcements: (() => void)[] }> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('chat_channels')
      .select(['last_seq', 'last_rev', 'archived_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw notFound();
    let { last_seq: seq, last_rev: rev } = row;
    const announcements: (() => void)[] = [];
    const result = await work({
      tx,
      id,
      isArchived: row.archived_at !== null,
      takeSeq: () => ++seq,
      takeRev: () => ++rev,
      afterwards: (announce) => void announcements.push(announce),
    });
    if (rev > row.last_rev) {
      const latest = seq > row.last_seq ? sql`, last_message_at = clock_timestamp()` : sql``;
      await sql`update chat_channels set last_seq = ${seq}, last_rev = ${rev} ${latest}
        where id = ${id}`.execute(tx);
    }
    return { result, announcements };
  });
}
