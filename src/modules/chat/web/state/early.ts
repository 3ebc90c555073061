import { useSyncExternalStore } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { createStore } from '../../../../platform/web/state/createStore.ts';
import type { ChatMessage } from '../../contract.ts';
import { newestCall } from './directChannel.ts';

type Page = Promise<ChatMessage[]>;

const timeoutMs = 20_000;

export function callNewest(channelId: string): Page {
  const { endpoint, ...request } = newestCall(channelId);
  return call(endpoint, request, { signal: AbortSignal.timeout(timeoutMs) });
}

let early: { channelId: string; page: Page | undefined } | undefined;

/**
 * Takes the newest messages of a channel that came with the page, or calls for them, while the code that shows them is
 * on its way.
 */
export function callEarly(channelId: string, known?: ChatMessage[]): Page {
  const page = known ? Promise.resolve(known) : callNewest(channelId);
  early = { channelId, page };
  return page;
}

/** The page called for, once; undefined for other channels. Changes since then may be missing in it. */
export function takeEarly(channelId: string): Page | undefined {
  if (early?.channelId !== channelId) return undefined;
  const { page } = early;
  early.page = undefined;
  return page;
}

const shown = createStore(false);
const { promise, resolve } = Promise.withResolvers<void>();

/** Resolves once the first messages are rendered, or something else in their place. */
export const earlyShown: Promise<void> = promise;

export function announceShown(): void {
  if (shown.get()) return;
  shown.set(true);
  resolve();
}

export const useEarlyShown = (): boolean =>
  useSyncExternalStore(shown.watch, shown.get, () => false);

/** The channel that the page was opened for, if there is one. */
export const earlyChannel = (): string | undefined => early?.channelId;
