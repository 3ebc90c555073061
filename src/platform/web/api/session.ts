import { personHeader } from '../../contract/endpoint.ts';

let personId: number | null = null;
/** Increments with every sign-in: a response from an earlier session says nothing about this one. */
let session = 0;
let waiting: { over: Promise<void>; end: () => void } | null = null;
let onEnded: () => boolean = () => false;

/** From here on every call is made for this user; the server refuses it if the cookie belongs to another. */
export function callAs(id: number | null): void {
  personId = id;
}

/**
 * `act` is called when the server no longer accepts the session; returns true if a user will sign in again on this
 * page.
 */
export function whenSessionEnds(act: () => boolean): void {
  onEnded = act;
}

/** The same user has signed in again: pending calls are made now. */
export function resumeCalls(): void {
  session += 1;
  waiting?.end();
  waiting = null;
}

/** Calls that need a session wait from here on, until `resumeCalls`. */
function pauseCalls(): void {
  if (waiting) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting = { over: promise, end: resolve };
}

/** Whether a call must wait for `untilSignedIn` first. */
export const isSessionOver = (): boolean => waiting !== null;

/** Waits while the session has ended; throws if the call was aborted meanwhile. */
export async function untilSignedIn(signal?: AbortSignal | null): Promise<void> {
  while (waiting) {
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      if (signal?.aborted) abort();
      await Promise.race([waiting.over, aborted]);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }
}

/** The session of a call and its headers; `isOver(status)` returns whether to wait and call again. */
export function enterSession(): {
  headers: Record<string, string>;
  isOver(status: number): boolean;
} {
  const at = session;
  return {
    headers: personId === null ? {} : { [personHeader]: String(personId) },
    isOver(status) {
      if (status !== 401) return false;
      if (at !== session || waiting) return true;
      if (!onEnded()) return false;
      pauseCalls();
      return true;
    },
  };
}

/**
 * `fetch` with the session cookie. If the session has ended and its user may sign in again, waits for that and
 * repeats the call: the refused call had no effect.
 */
export async function fetchInSession(address: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    if (isSessionOver()) await untilSignedIn(init.signal);
    const { headers, isOver } = enterSession();
    const response = await fetch(address, {
      ...init,
      credentials: 'include',
      headers: { ...(init.headers as Record<string, string>), ...headers },
    });
    if (!isOver(response.status)) return response;
  }
}
