import { v7 as uuidv7 } from 'uuid';
import type { Client } from '../../../../test/support/client.ts';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import { personChanged } from '../../../platform/server/realtime/watch.ts';
import { type ChatMessage, listMessages, type NewMessage, postMessage } from '../contract.ts';

export const newId = () => uuidv7();

/** Posts a text and returns the response. */
export function postText(
  client: Client,
  channelId: string,
  content: string,
  clientMsgId = newId(),
) {
  return client.call(postMessage, { params: { channelId }, body: { content, clientMsgId } });
}

/** Posts a message and returns it; throws if it is refused. */
export async function post(
  client: Client,
  channelId: string,
  fields: Omit<RequestOf<typeof postMessage>['body'], 'clientMsgId'>,
): Promise<ChatMessage> {
  const body = { clientMsgId: newId(), ...fields };
  const response = await client.call(postMessage, { params: { channelId }, body });
  if (response.status !== 201) throw new Error(`Failed to post: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Posts a message with these uploads of the client. */
export const sendFiles = (client: Client, channelId: string, attachmentIds: string[]) =>
  post(client, channelId, { content: '', attachmentIds });

export async function read(client: Client, channelId: string, query = {}): Promise<ChatMessage[]> {
  const { status, body } = await client.call(listMessages, { params: { channelId }, query });
  if (status !== 200) throw new Error(`Failed to read ${channelId}: ${status}`);
  return body;
}

export async function idOf({ platform }: TestForecourt, username: string): Promise<number> {
  const row = await platform.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return row.id;
}

export function dm(one: number, other: number): string {
  return `dm-${Math.min(one, other)}-${Math.max(one, other)}`;
}

/** Changes an account as an administrator's call would: in the database, then published. */
export async function change(
  { platform }: TestForecourt,
  userId: number,
  fields: object,
): Promise<void> {
  await platform.db.updateTable('users').set(fields).where('id', '=', userId).execute();
  platform.bus.publish(personChanged, { userId });
}

/** Resolves when everything published before has reached the socket. */
export async function caughtUp(socket: TestSocket): Promise<void> {
  socket.send('ping');
  await socket.next('pong');
}

export function newMessagesOn(socket: TestSocket, channelId?: string): NewMessage[] {
  return socket.frames
    .filter(
      ({ type, data }) => type === 'new_message' && (data.channelId === channelId || !channelId),
    )
    .map(({ data }) => data);
}
