import type { Client } from '../../../../test/support/client.ts';
import { deleteMessage } from '../contract/changes.ts';
import { createChannel } from '../contract/channels.ts';
import * as personal from '../contract/personal.ts';

export const allUnread = async (client: Client) => (await client.call(personal.getUnread)).body;

export async function unreadIn(client: Client, channelId: string): Promise<personal.ReadState> {
  const { channels } = await allUnread(client);
  const state = channels.find((one) => one.channelId === channelId);
  if (!state) throw new Error(`${channelId} is not in the unread counts`);
  return state;
}

export const readTo = (client: Client, channelId: string, seq: number, version = 0) =>
  client.call(personal.markRead, { params: { channelId }, body: { seq, version } });

export const unreadFrom = (client: Client, channelId: string, seq: number) =>
  client.call(personal.markUnread, { params: { channelId }, body: { seq } });

export const star = (client: Client, channelId: string, messageId: string, starred = true) =>
  client.call(personal.starMessage, { params: { channelId, messageId }, body: { starred } });

export const removeMessage = (client: Client, channelId: string, messageId: string) =>
  client.call(deleteMessage, { params: { channelId, messageId } });

/** A private channel of these people and its creator. */
export async function privateChannel(client: Client, userIds: number[]): Promise<string> {
  const body = { name: `Channel ${Math.random()}`, type: 'private' as const, userIds };
  const response = await client.call(createChannel, { body });
  if (response.status !== 201) throw new Error(`Failed to create the channel: ${response.status}`);
  return response.body.id;
}
