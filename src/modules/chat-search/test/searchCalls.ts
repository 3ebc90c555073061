import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import {
  type ExcerptPart,
  type SearchAnswer,
  type SearchResult,
  searchMessages,
} from '../contract.ts';

type Query = Omit<RequestOf<typeof searchMessages>['query'], 'q'>;

export async function search(client: Client, q: string, query: Query = {}): Promise<SearchAnswer> {
  const { status, body } = await client.call(searchMessages, { query: { q, ...query } });
  if (status !== 200)
    throw new Error(`Failed to search for ${q}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The texts of the found messages, newest first. */
export const findTexts = async (client: Client, q: string, query: Query = {}): Promise<string[]> =>
  (await search(client, q, query)).results.map(({ message }) => message.content);

/** Waits until a search finds something. */
export async function waitUntilFound(client: Client, q: string): Promise<SearchResult[]> {
  let results: SearchResult[] = [];
  await eventually(async () => {
    ({ results } = await search(client, q));
    return results.length > 0;
  }, `${q} was not found`);
  return results;
}

/** Waits until a search finds nothing. */
export async function waitUntilGone(client: Client, q: string): Promise<void> {
  const isGone = async () => (await search(client, q)).results.length === 0;
  await eventually(isGone, `${q} was still found`);
}

let postCount = 0;

/** Posts a message and waits until it is found, so that all earlier ones are indexed too. */
export async function waitForIndex(
  client: Client,
  post: (content: string) => Promise<unknown>,
): Promise<void> {
  postCount += 1;
  const word = `settled${postCount}x${Date.now()}`;
  await post(word);
  await waitUntilFound(client, word);
}

/** An excerpt with its matches in brackets. */
export const marked = (parts: readonly ExcerptPart[]): string =>
  parts.map(({ text, match }) => (match ? `[${text}]` : text)).join('');
