import type { Client } from '../../../../test/support/client.ts';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import { addUser, type TestUser } from '../../notifications/test/stage.ts';
import { createPoll, forwardMessage } from '../contract/changes.ts';
import { createChannel } from '../contract/channels.ts';
import { type ChatMessage, postMessage } from '../contract.ts';
import { newId, post } from './chatCalls.ts';

export const reason = 'Recall on the lot';
const urgent = { reason };

/** A new user: the limit of urgent messages is per user and hour. */
export const addAuthor = (forecourt: TestForecourt) =>
  addUser(forecourt, { firstName: 'Ann', lastName: 'Sales' });

/** A private channel of these people. */
export async function channelWith(author: TestUser, ...people: TestUser[]): Promise<string> {
  const userIds = people.map(({ id }) => id);
  const body = { name: `Channel ${newId()}`, type: 'private' as const, userIds };
  return (await author.client.call(createChannel, { body })).body.id;
}

type Sent = { status: number; body: ChatMessage; headers: Headers };

export const sendUrgent = (client: Client, channelId: string, more: object = {}): Promise<Sent> =>
  client.call(postMessage, {
    params: { channelId },
    body: { content: 'Stop every delivery', clientMsgId: newId(), urgent, ...more },
  });

export function sendUrgentPoll(
  client: Client,
  channelId: string,
  more: object = {},
): Promise<Sent> {
  const poll = { question: 'Which lift is down?', options: ['One', 'Two'] };
  const body = { ...poll, clientMsgId: newId(), urgent, ...more };
  return client.call(createPoll, { params: { channelId }, body });
}

/** Forwards one of the person's own messages. */
export async function forwardUrgently(
  client: Client,
  channelId: string,
  more: object = {},
): Promise<Sent> {
  const { id } = await post(client, 'sales', { content: 'Stop every delivery' });
  const body = { toChannelId: channelId, clientMsgId: newId(), urgent, ...more };
  return client.call(forwardMessage, { params: { channelId: 'sales', messageId: id }, body });
}
