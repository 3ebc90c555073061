import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { ChatServices } from '../services.ts';
import type { ChatTables } from '../tables.ts';
import { retryLostRaces } from './groupedWrites.ts';

/** A channel whose row is locked: every write takes a revision and is published after COMMIT. */
export interface LockedChannel {
  tx: Db<ChatTables>;
  id: string;
  isArchived: boolean;
  /** The next sequence number of the timeline. */
  takeSeq(): number;
  /** The next revision: stored on exactly one message, published in exactly one event. */
  takeRev(): number;
  /** Runs after COMMIT, in order. */
  afterCommit(publish: () => void): void;
}

/**
 * Runs the work with exclusive write access to a channel, commits, then publishes. Throws 404 if there
 * is no such channel.
 */
export function withChannelLock<T>(
  services: ChatServices,
  channelId: string,
  work: (channel: LockedChannel) => Promise<T>,
): Promise<T> {
  return services.turns.wait(channelId, async () => {
    const { result, publications } = await retryLostRaces(() =>
      commit(services.db, channelId, work),
    );
    for (const publish of publications) publish();
    return result;
  });
}

function commit<T>(
  db: Db<ChatTables>,
  id: string,
  work: (channel: LockedChannel) => Promise<T>,
): Promise<{ result: T; publications: (() => void)[] }> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('chat_channels')
      .select(['last_seq', 'last_rev', 'archived_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw notFound();
    let { last_seq: seq, last_rev: rev } = row;
    const publications: (() => void)[] = [];
    const result = await work({
      tx,
      id,
      isArchived: row.archived_at !== null,
      takeSeq: () => ++seq,
      takeRev: () => ++rev,
      afterCommit: (publish) => void publications.push(publish),
    });
    if (rev > row.last_rev) {
      const latest = seq > row.last_seq ? sql`, last_message_at = clock_timestamp()` : sql``;
      await sql`update chat_channels set last_seq = ${seq}, last_rev = ${rev} ${latest}
        where id = ${id}`.execute(tx);
    }
    return { result, publications };
  });
}
