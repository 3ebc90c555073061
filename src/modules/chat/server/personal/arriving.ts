import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { personChanged } from '../../../../platform/server/realtime/watch.ts';
import { readsChannel } from '../audience/readers.ts';
import type { ChatTables } from '../tables.ts';
import { isByMembership } from './unread.ts';

/**
 * Gives somebody a place in the channels that are theirs by who they are, wherever they have none yet:
 * what was said before they came is not new to them, and what is said from now on is.
 */
export const arrive = (db: Db<ChatTables>, userId: number) => begin(db, sql`u.id = ${userId}`);

/** A team's channel has opened: all its people are there from the first word on, whoever is away. */
export const arriveTogether = (db: Db<ChatTables>, channelId: string) =>
  begin(db, sql`c.id = ${channelId}`);

/** Whose record has changed may be of other teams now, and hears of it before they come. */
export function followArrivals({ db, bus, log }: Platform): void {
  bus.subscribe(personChanged, (payload) => {
    const { userId } = payload as { userId: number };
    // Missed, it is made good when they connect.
    arrive(db, userId).catch((err) => log.warn({ err, userId }, 'Somebody was given no place'));
  });
}

/** `which` restricts `u`, people, and `c`, channels. */
async function begin(db: Db<ChatTables>, which: RawBuilder<unknown>): Promise<void> {
  // In order of the key, so that two who write the same places do not wait for each other.
  await sql`
    insert into chat_reads (user_id, channel_id, last_read_seq)
    select u.id, c.id, c.last_seq from users u join chat_channels c on not ${isByMembership}
    where ${which} and ${readsChannel} and u.protection is distinct from 'system_bot'
      and not exists (select from chat_reads r where r.user_id = u.id and r.channel_id = c.id)
    order by u.id, c.id
    on conflict do nothing`.execute(db);
}
