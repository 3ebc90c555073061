import { call } from '../../../platform/web/api/call.ts';
import { zone } from '../../../platform/web/time/zone.ts';
import * as contract from '../contract.ts';

const resultLimit = 5;

/** The newest messages that contain all words, for the global search; empty for an empty query. */
export async function searchMessages(
  text: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<contract.SearchResult[]> {
  const q = text.trim();
  if (!q) return [];
  const query = { q, limit: resultLimit, timeZone: zone() };
  const { results } = await call(contract.searchMessages, { query }, options);
  return results;
}
