import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { personChanged } from '../../../../platform/server/realtime/watch.ts';
import { readsChannel } from '../access/readers.ts';
import type { ChatTables } from '../tables.ts';
import { isByMembership } from './start.ts';

/**
 * Creates missing read pointers of a user in channels with derived membership: earlier messages count as
 * read, later ones as unread.
 */
export const createReadPointers = (db: Db<ChatTables>, userId: number) =>
  insertPointers(db, sql`u.id = ${userId}`);

/** A team channel was created: create its members' read pointers, even for those offline. */
export const createTeamReadPointers = (db: Db<ChatTables>, channelId: string) =>
  insertPointers(db, sql`c.id = ${channelId}`);

/** A changed user may belong to other teams now. */
export function followTeamChanges({ db, bus, log }: Platform): void {
  bus.subscribe(personChanged, (payload) => {
    const { userId } = payload as { userId: number };
    // If this fails, it is done when they connect.
    createReadPointers(db, userId).catch((err) =>
      log.warn({ err, userId }, 'Failed to create read pointers'),
    );
  });
}

/** `which` restricts users `u` and channels `c`. */
async function insertPointers(db: Db<ChatTables>, which: RawBuilder<unknown>): Promise<void> {
  // In key order, to avoid deadlocks between concurrent writes.
  await sql`
    insert into chat_reads (user_id, channel_id, last_read_seq)
    select u.id, c.id, c.last_seq from users u join chat_channels c on not ${isByMembership}
    where ${which} and ${readsChannel} and u.protection is distinct from 'system_bot'
      and not exists (select from chat_reads r where r.user_id = u.id and r.channel_id = c.id)
    order by u.id, c.id
    on conflict do nothing`.execute(db);
}
