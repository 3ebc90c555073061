import type { Client } from '../../../../test/support/client.ts';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import { type ChatMessage, listMessages, postMessage } from '../../chat/contract.ts';
import { newId } from '../../chat/test/talk.ts';
import { listNotifications } from '../../notifications/contract.ts';
import * as contract from '../contract.ts';
import { goRound } from '../server/due/round.ts';

type Wish = Partial<RequestOf<typeof contract.makeRequest>['body']>;

export const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

export async function say(client: Client, channelId: string, content: string) {
  const body = { clientMsgId: newId(), content };
  const answer = await client.call(postMessage, { params: { channelId }, body });
  if (answer.status !== 201) throw new Error(`Not posted: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const targetOf = ({ channelId, id }: ChatMessage) => ({ channelId, messageId: id });

export const make = (client: Client, message: ChatMessage, wish: Wish = {}) =>
  client.call(contract.makeRequest, {
    params: targetOf(message),
    body: { kind: 'part_eta', ...wish },
  });

export const act = (client: Client, message: ChatMessage, verb: contract.Act) =>
  client.call(contract.actOnRequest, { params: { ...targetOf(message), act: verb } });

export const change = (
  client: Client,
  message: ChatMessage,
  body: RequestOf<typeof contract.changeRequest>['body'],
) => client.call(contract.changeRequest, { params: targetOf(message), body });

/** A message of somebody that is a request; fails where it is refused. */
export async function ask(client: Client, channelId: string, wish: Wish = {}) {
  const message = await say(client, channelId, 'Where is the bumper for the Escape?');
  const answer = await make(client, message, wish);
  if (answer.status !== 200) throw new Error(`Not asked: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export function requestOn(message: ChatMessage): contract.RequestPart {
  return contract.requestPart.parse(message.metadata?.parts?.[contract.partName]);
}

export async function readBack(client: Client, { channelId, id }: ChatMessage) {
  const { body } = await client.call(listMessages, {
    params: { channelId },
    query: { limit: 200 },
  });
  return body.find((one) => one.id === id);
}

export const queue = async (client: Client, name: contract.Queue, more = {}) =>
  (await client.call(contract.listRequests, { query: { queue: name, ...more } })).body;

/** What somebody was told of a request and not taken back, the latest first. */
export async function toldOf(client: Client, { id }: ChatMessage): Promise<string[]> {
  const { body } = await client.call(listNotifications);
  return body.notifications
    .filter(({ actionLabel }) => actionLabel === 'Open the request')
    .filter(({ actionUrl }) => actionUrl?.includes(id))
    .map(({ title }) => title);
}

/** Lets the time of a request pass, past the server. */
export async function letPass({ platform }: TestForecourt, { id }: ChatMessage, byMinutes: number) {
  const ago = new Date(Date.now() - byMinutes * 60_000);
  await platform.db
    .updateTable('chat_requests')
    .set({ due_at: ago })
    .where('message_id', '=', id)
    .execute();
}

export const round = ({ platform }: TestForecourt) =>
  goRound({ platform, db: platform.db, chat: silent });

const silent: Parameters<typeof goRound>[0]['chat'] = {
  postCard: () => Promise.reject(new Error('Not here')),
  changePart: () => Promise.reject(new Error('Not here')),
  getMessage: () => Promise.reject(new Error('Not here')),
  publish: () => {},
};
