import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../modules/access/contract.ts';
import { currentUserKey } from '../modules/access/web/public.ts';
import type { Timezone } from '../modules/organization/contract.ts';
import { setGroupZone } from '../modules/organization/web/public.ts';
import { queryKeyFor } from '../platform/web/api/queryClient.ts';
import type { Drawn } from '../platform/web/state/drawn.ts';
import { firstCalls } from './firstCalls.ts';

/** What a page has in its HTML, so that its first screen waits for no call. */
export interface Boot {
  user: CurrentUser | null;
  timezone?: Timezone;
  /** Answers to the first calls, by their path. */
  answers?: Record<string, unknown>;
  /** Only if the server has drawn the page. */
  drawn?: Drawn;
}

/** Fills the cache of queries: on the server to draw the page, in the browser to hydrate the same. */
export function readBoot(client: QueryClient, path: string, boot: Boot): void {
  const { user, timezone, answers = {} } = boot;
  client.setQueryData(currentUserKey, user);
  if (timezone) setGroupZone(client, timezone);
  for (const endpoint of firstCalls(path, user)) {
    const answer = answers[endpoint.path];
    if (answer !== undefined) client.setQueryData(queryKeyFor(endpoint), answer);
  }
}
