import { useSyncExternalStore } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { createWatchers } from '../../../../platform/web/state/createStore.ts';
import { type PunchKind, punch } from '../../contract.ts';

/** An offline punch that has not reached the server yet. */
export interface WaitingPunch {
  clientId: string;
  kind: PunchKind;
  at: string;
  device: string;
  store?: Store | undefined;
  /** Why the server rejected it; shown until the user discards it. */
  refusal?: string;
}

const keyOf = (userId: number) => `forecourt-punches:${userId}`;
const none: readonly WaitingPunch[] = [];
const cache = new Map<number, readonly WaitingPunch[]>();
const watchers = createWatchers();

/** The user's unsent punches in order; they survive reloads. */
export function listWaiting(userId: number): readonly WaitingPunch[] {
  const cached = cache.get(userId);
  if (cached) return cached;
  const stored = readStored(userId);
  cache.set(userId, stored);
  return stored;
}

function readStored(userId: number): readonly WaitingPunch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) && stored.length > 0 ? stored : none;
  } catch {
    // Storage is unavailable or its content is invalid.
    return none;
  }
}

function change(
  userId: number,
  update: (punches: readonly WaitingPunch[]) => readonly WaitingPunch[],
): void {
  // Another tab may have sent or added some in the meantime.
  const stored = readStored(userId);
  const current = stored.length > 0 ? stored : (cache.get(userId) ?? none);
  const next = update(current);
  cache.set(userId, next);
  try {
    if (next.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(next));
  } catch {
    // Storage is unavailable: they last until the page is closed.
  }
  watchers.notify();
}

export const addPunch = (userId: number, punch: WaitingPunch) =>
  change(userId, (punches) => [...punches, punch]);

export const dropPunch = (userId: number, clientId: string) =>
  change(userId, (punches) => punches.filter((punch) => punch.clientId !== clientId));

export const markRejected = (userId: number, clientId: string, refusal: string) =>
  change(userId, (punches) =>
    punches.map((punch) => (punch.clientId === clientId ? { ...punch, refusal } : punch)),
  );

function watch(watcher: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith('forecourt-punches:')) return;
    cache.clear();
    watcher();
  };
  const stop = watchers.watch(watcher);
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}

export const useWaiting = (userId: number): readonly WaitingPunch[] =>
  useSyncExternalStore(watch, () => listWaiting(userId));

/** Slower connections are treated as offline. */
const timeoutMs = 8_000;

/** Whether the server was unreachable or temporarily unavailable. */
export function isUnreached(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 || error.status === 429;
}

export interface Sent {
  /** How many are pending a manager's decision. */
  requested: number;
  recorded: number;
}

export const sendPunch = (body: {
  clientId: string;
  kind: WaitingPunch['kind'];
  device: string;
  store?: Store | undefined;
  at?: string;
}) => call(punch, { body }, { signal: AbortSignal.timeout(timeoutMs) });

/** Sends unsent punches in order, from one tab at a time; stops when the connection fails. */
export async function sendWaiting(userId: number): Promise<Sent> {
  // Locks need a secure context; without them two tabs may send the same punch, which is idempotent.
  if (!navigator.locks) return sendAll(userId);
  return navigator.locks.request(`forecourt-punches:${userId}`, () => sendAll(userId));
}

async function sendAll(userId: number): Promise<Sent> {
  const sent: Sent = { requested: 0, recorded: 0 };
  for (const { refusal, ...body } of listWaiting(userId)) {
    if (refusal !== undefined) continue;
    try {
      const { outcome } = await sendPunch(body);
      dropPunch(userId, body.clientId);
      sent[outcome] += 1;
    } catch (error) {
      // Signed out in the meantime: the punches stay until the next sign-in.
      if (isUnreached(error) || (error as ApiError).status === 401) break;
      markRejected(userId, body.clientId, (error as ApiError).sentence);
    }
  }
  return sent;
}
