import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../modules/access/contract.ts';
import { currentUserKey } from '../modules/access/web/public.ts';
import type { Timezone } from '../modules/organization/contract.ts';
import { setGroupZone } from '../modules/organization/web/public.ts';
import { queryKeyFor } from '../platform/web/api/queryClient.ts';
import type { Drawn } from '../platform/web/state/drawn.ts';
import { type Address, firstCalls, urlOf } from './firstCalls.ts';

/** What a page has in its HTML, so that its first screen waits for no call. */
export interface Boot {
  user: CurrentUser | null;
  timezone?: Timezone;
  /** Answers to the first calls, by their URL. */
  answers?: Record<string, unknown>;
  /** Only if the server has drawn the page. */
  drawn?: Drawn;
}

/** Fills the cache of queries: on the server to draw the page, in the browser to hydrate the same. */
export function readBoot(client: QueryClient, address: Address, boot: Boot): void {
  const { user, timezone, answers = {} } = boot;
  client.setQueryData(currentUserKey, user);
  if (timezone) setGroupZone(client, timezone);
  for (const call of firstCalls(address, user) ?? []) {
    const answer = answers[urlOf(call)];
    if (answer !== undefined)
      client.setQueryData(queryKeyFor(call.endpoint, { query: call.query }), answer);
  }
}
