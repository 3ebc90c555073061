import { call } from '../../../../platform/web/api/call.ts';
import { zone } from '../../../../platform/web/time/zone.ts';
import * as contract from '../../contract/search.ts';

const fewest = 5;

/** The newest messages that have all the words, for a list of many things; none while nothing is asked. */
export async function searchMessages(
  text: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<contract.SearchResult[]> {
  const q = text.trim();
  if (!q) return [];
  const query = { q, limit: fewest, timeZone: zone() };
  const { results } = await call(contract.searchMessages, { query }, options);
  return results;
}
