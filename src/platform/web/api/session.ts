import { personHeader } from '../../contract/endpoint.ts';

let personId: number | null = null;
/** Rises with every sign-in: an answer to a call of an earlier session says nothing about this one. */
let session = 0;
let waiting: { over: Promise<void>; end: () => void } | null = null;
let onEnded: () => boolean = () => false;

/** Every call from here on is made for this person; the server refuses it where the cookie is somebody else's. */
export function callAs(id: number | null): void {
  personId = id;
}

/** `act` is called when the server no longer knows the session; true where somebody will sign in again for the page. */
export function whenSessionEnds(act: () => boolean): void {
  onEnded = act;
}

/** The same person has signed in again: what waited is called now. */
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

/** Whether a call has to wait for `untilSignedIn` first. */
export const isSessionOver = (): boolean => waiting !== null;

/** Waits while the session has ended; throws what aborted the call meanwhile. */
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

/** Which session a call is made in, and how to say so; `isOver(status)` answers whether to wait and call again. */
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
 * `fetch` with the session's cookie. Where the session has ended and its person may sign in again, the call waits for
 * that and is made once more: refused, it has done nothing.
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
