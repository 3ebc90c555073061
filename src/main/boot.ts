import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../modules/access/contract.ts';
import { currentUserKey } from '../modules/access/web/public.ts';
import type { Timezone } from '../modules/organization/contract.ts';
import { setGroupZone } from '../modules/organization/web/public.ts';
import type { Drawn } from '../platform/web/state/drawn.ts';
import { type Address, conversationCalls, firstCalls, keyOf, urlOf } from './firstCalls.ts';

/** What a page has in its HTML, so that its first screen waits for no call. */
export interface Boot {
  user: CurrentUser | null;
  timezone?: Timezone;
  /** Answers to the first calls, by their URL. */
  answers?: Record<string, unknown>;
  /** The channel that the address opens beside the page. */
  channelId?: string | undefined;
  /** Only if the server has drawn the page. */
  drawn?: Drawn;
}

/** Fills the cache of queries: on the server to draw the page, in the browser to hydrate the same. */
export function readBoot(client: QueryClient, address: Address, boot: Boot): void {
  const { user, timezone, channelId, answers = {} } = boot;
  client.setQueryData(currentUserKey, user);
  if (timezone) setGroupZone(client, timezone);
  const calls = firstCalls(address, user) ?? [];
  for (const call of channelId ? [...calls, ...conversationCalls(channelId)] : calls) {
    const answer = answers[urlOf(call)];
    if (answer !== undefined) client.setQueryData(keyOf(call), answer);
  }
}
