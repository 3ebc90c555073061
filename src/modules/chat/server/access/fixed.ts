import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChannelType, ChatTables } from '../tables.ts';

/** The types of the fixed channels by id, in order. */
export type FixedChannels = () => Promise<ReadonlyMap<string, ChannelType>>;

const fixedTypes: ChannelType[] = ['all', 'sales', 'service', 'management', 'integrations'];

/** Only migrations change the fixed channels, so they are read once per process. */
export function createFixedChannels(db: Db<ChatTables>): FixedChannels {
  let known: ReturnType<FixedChannels> | undefined;
  async function read() {
    const rows = await db
      .selectFrom('chat_channels')
      .select(['id', 'type'])
      .where('type', 'in', fixedTypes)
      .orderBy('position')
      .execute();
    return new Map(rows.map(({ id, type }) => [id, type]));
  }
  return () => {
    known ??= read().catch((error) => {
      known = undefined; // The database was unavailable: retry on the next call.
      throw error;
    });
    return known;
  };
}
