import type { Client } from '../../../../test/support/client.ts';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import { deleteMessage } from '../contract/changes.ts';
import { createChannel } from '../contract/channels.ts';
import * as personal from '../contract/personal.ts';

export const allUnread = async (client: Client) => (await client.call(personal.getUnread)).body;

export async function unreadIn(client: Client, channelId: string): Promise<personal.ReadState> {
  const { channels } = await allUnread(client);
  const state = channels.find((one) => one.channelId === channelId);
  if (!state) throw new Error(`${channelId} is not one of their channels`);
  return state;
}

export const readTo = (client: Client, channelId: string, seq: number, version = 0) =>
  client.call(personal.markRead, { params: { channelId }, body: { seq, version } });

export const unreadFrom = (client: Client, channelId: string, seq: number) =>
  client.call(personal.markUnread, { params: { channelId }, body: { seq } });

export const star = (client: Client, channelId: string, messageId: string, starred = true) =>
  client.call(personal.starMessage, { params: { channelId, messageId }, body: { starred } });

export const takeBack = (client: Client, channelId: string, messageId: string) =>
  client.call(deleteMessage, { params: { channelId, messageId } });

/** A private channel of these people and its creator. */
export async function privateChannel(client: Client, userIds: number[]): Promise<string> {
  const body = { name: `Channel ${Math.random()}`, type: 'private' as const, userIds };
  const answer = await client.call(createChannel, { body });
  if (answer.status !== 201) throw new Error(`No channel was made: ${answer.status}`);
  return answer.body.id;
}

/** Makes a scheduled message due, and runs the job. */
export async function makeDue({ platform }: TestForecourt, id: string): Promise<void> {
  await platform.db
    .updateTable('chat_scheduled')
    .set({ send_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute();
  await platform.jobs.add(platform.db, 'chat.send-scheduled', {});
}
