import { randomUUID } from 'node:crypto';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import { idOf } from './chatCalls.ts';

type ChannelType = 'sales' | 'public' | 'private';

/** Creates a channel with these people directly in the database. */
export async function insertChannel(
  forecourt: TestForecourt,
  type: ChannelType,
  usernames: readonly string[] = [],
): Promise<string> {
  const { db } = forecourt.platform;
  const id = `c-${randomUUID()}`;
  await db.insertInto('chat_channels').values({ id, type, name: id }).execute();
  for (const username of usernames) {
    const user_id = await idOf(forecourt, username);
    await db.insertInto('chat_members').values({ channel_id: id, user_id }).execute();
  }
  return id;
}

/** Ends a membership directly in the database. */
export async function endMembership(
  forecourt: TestForecourt,
  channelId: string,
  username: string,
): Promise<void> {
  await forecourt.platform.db
    .updateTable('chat_members')
    .set({ left_at: new Date(), changed_at: new Date() })
    .where('channel_id', '=', channelId)
    .where('user_id', '=', await idOf(forecourt, username))
    .execute();
}

/** Stores an upload directly in the database. */
export async function addUpload(
  forecourt: TestForecourt,
  username: string,
  name = 'invoice.pdf',
): Promise<string> {
  const id = randomUUID();
  await forecourt.platform.db
    .insertInto('chat_uploads')
    .values({
      id,
      uploader_id: await idOf(forecourt, username),
      name,
      mime_type: 'application/pdf',
      size_bytes: 1_234,
    })
    .execute();
  return id;
}
