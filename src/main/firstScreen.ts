import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CurrentUser } from '../modules/access/contract.ts';
import { personHeader } from '../platform/contract/endpoint.ts';
import type { Drawn } from '../platform/web/state/drawn.ts';
import type { Boot } from './boot.ts';
import {
  type Address,
  conversationCalls,
  type FirstCall,
  firstCalls,
  urlOf,
} from './firstCalls.ts';

/** The page waits no longer for its data: then the browser asks for it. */
const answerWithinMs = 1_000;

export function addressOf({ url }: FastifyRequest): Address {
  const [path = '/', ...rest] = url.split('?');
  return { path, search: rest.join('?') };
}

/**
 * Answers the calls that the page would make first, by their URL: as calls of this request's sender, with every check
 * that they have. What fails or takes too long is left to the browser.
 */
export async function answerFirstCalls(
  app: FastifyInstance,
  request: FastifyRequest,
  user: CurrentUser,
  channelId: string | undefined,
): Promise<Record<string, unknown>> {
  const { 'accept-encoding': _, 'if-none-match': __, ...headers } = request.headers;
  const { remoteAddress } = request.raw.socket;
  const answers: Record<string, unknown> = {};
  const wanted = [
    ...(firstCalls(addressOf(request), user) ?? []),
    ...(channelId ? conversationCalls(channelId) : []),
  ];
  const calls = wanted.map(async (call) => {
    const url = urlOf(call);
    const { statusCode, payload } = await app.inject({
      method: 'GET',
      url,
      headers: { ...headers, accept: 'application/json', [personHeader]: String(user.id) },
      ...(remoteAddress && { remoteAddress }),
    });
    if (statusCode === 200) answers[url] = JSON.parse(payload);
  });
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, answerWithinMs);
  await Promise.race([Promise.allSettled(calls), late]);
  clearTimeout(timer);
  return { ...answers };
}

/** Choices of a browser that change what its first screen looks like. */
const choiceNames = [
  'forecourt-sidebar-narrow',
  'forecourt-chat-open',
  'forecourt-chat-width-home',
  'forecourt-chat-width',
];

export function drawnFor(
  request: FastifyRequest,
  user: CurrentUser,
  { channelId, answers }: Pick<Boot, 'channelId' | 'answers'>,
): Drawn {
  const { headers } = request;
  const cookies = fastifyCookie.parse(headers.cookie ?? '');
  const choices: Drawn['choices'] = {};
  for (const name of choiceNames) {
    const text = cookies[name] ?? '';
    if (/^(true|false|\d{1,4})$/.test(text)) choices[name] = JSON.parse(text);
  }
  const isApple = /Mac|iPhone|iPad/.test(headers['user-agent'] ?? '');
  const address = addressOf(request);
  const hasContent = firstCalls(address, user) !== undefined;
  // Around a certain message it looks different.
  const isNewest = !new URLSearchParams(address.search).has('message');
  const isAnswered = (call: FirstCall) => answers && urlOf(call) in answers;
  const conversation =
    channelId && isNewest && conversationCalls(channelId).every(isAnswered) ? channelId : null;
  if (conversation) choices['forecourt-chat-open'] = true;
  return { at: Date.now(), isApple, choices, hasContent, conversation };
}
