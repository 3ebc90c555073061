import type { Client } from '../../../../test/support/client.ts';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import { type ChatMessage, listMessages, postMessage } from '../../chat/contract.ts';
import { newId } from '../../chat/test/chatCalls.ts';
import { listNotifications } from '../../notifications/contract.ts';
import * as contract from '../contract.ts';
import { runRound } from '../server/due/round.ts';

type Input = Partial<RequestOf<typeof contract.makeRequest>['body']>;

export const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

export async function postText(client: Client, channelId: string, content: string) {
  const body = { clientMsgId: newId(), content };
  const response = await client.call(postMessage, { params: { channelId }, body });
  if (response.status !== 201) throw new Error(`Failed to post: ${JSON.stringify(response.body)}`);
  return response.body;
}

export const targetOf = ({ channelId, id }: ChatMessage) => ({ channelId, messageId: id });

export const makeRequest = (client: Client, message: ChatMessage, input: Input = {}) =>
  client.call(contract.makeRequest, {
    params: targetOf(message),
    body: { kind: 'part_eta', ...input },
  });

export const act = (client: Client, message: ChatMessage, action: contract.Act) =>
  client.call(contract.actOnRequest, { params: { ...targetOf(message), act: action } });

export const change = (
  client: Client,
  message: ChatMessage,
  body: RequestOf<typeof contract.changeRequest>['body'],
) => client.call(contract.changeRequest, { params: targetOf(message), body });

/** Posts a message and turns it into a request; throws if it is refused. */
export async function createRequest(client: Client, channelId: string, input: Input = {}) {
  const message = await postText(client, channelId, 'Where is the bumper for the Escape?');
  const response = await makeRequest(client, message, input);
  if (response.status !== 200)
    throw new Error(`Failed to create the request: ${JSON.stringify(response.body)}`);
  return response.body;
}

export function requestOn(message: ChatMessage): contract.RequestPart {
  return contract.requestPart.parse(message.metadata?.parts?.[contract.partName]);
}

export async function currentMessage(client: Client, { channelId, id }: ChatMessage) {
  const { body } = await client.call(listMessages, {
    params: { channelId },
    query: { limit: 200 },
  });
  return body.find((one) => one.id === id);
}

export const queue = async (client: Client, name: contract.Queue, more = {}) =>
  (await client.call(contract.listRequests, { query: { queue: name, ...more } })).body;

/** The titles of a user's current notifications of a request, newest first. */
export async function notificationTitles(client: Client, { id }: ChatMessage): Promise<string[]> {
  const { body } = await client.call(listNotifications);
  return body.notifications
    .filter(({ actionLabel }) => actionLabel === 'Open request')
    .filter(({ actionUrl }) => actionUrl?.includes(id))
    .map(({ title }) => title);
}

/** Moves the due time into the past, directly in the database. */
export async function makeOverdue(
  { platform }: TestForecourt,
  { id }: ChatMessage,
  byMinutes: number,
) {
  const ago = new Date(Date.now() - byMinutes * 60_000);
  await platform.db
    .updateTable('chat_requests')
    .set({ due_at: ago })
    .where('message_id', '=', id)
    .execute();
}

export const runDueRound = ({ platform }: TestForecourt) =>
  runRound({ platform, db: platform.db, chat: chatStub });

const chatStub: Parameters<typeof runRound>[0]['chat'] = {
  postMessage: () => Promise.reject(new Error('Not expected')),
  postCard: () => Promise.reject(new Error('Not expected')),
  changePart: () => Promise.reject(new Error('Not expected')),
  getMessage: () => Promise.reject(new Error('Not expected')),
  visibleTo: () => Promise.reject(new Error('Not expected')),
  readableAmong: () => Promise.reject(new Error('Not expected')),
  publish: () => {},
};
