import type { PendingMessage } from '../store/channelState.ts';

const prefix = 'forecourt-outbox:';
const dayMs = 24 * 60 * 60 * 1_000;

/** A message pending for a day is not sent without asking: it would mislead its readers. */
export const tooOld = 'waiting for more than a day';
export const isTooOld = ({ writtenAt }: PendingMessage, now: number) => now - writtenAt > dayMs;

/**
 * Sends the server has not acknowledged, kept across reloads. One entry per send: tabs share the storage
 * and must not overwrite each other. Uses synchronous localStorage, so that an entry is written before
 * the first attempt; entries are small, because files are uploaded before.
 */
export class Outbox {
  readonly #storage: Storage;
  readonly #prefix: string;

  constructor(storage: Storage, userId: number) {
    this.#storage = storage;
    this.#prefix = `${prefix}${userId}:`;
  }

  keep(message: PendingMessage): void {
    try {
      this.#storage.setItem(this.#prefix + message.clientMsgId, JSON.stringify(message));
    } catch {
      // Storage is full or blocked: the message is still sent, but lost on reload.
    }
  }

  forget(clientMsgId: string): void {
    this.#storage.removeItem(this.#prefix + clientMsgId);
  }

  clear(): void {
    for (const key of this.#keys()) this.#storage.removeItem(key);
  }

  isEmpty(): boolean {
    return this.#keys().length === 0;
  }

  /** The stored sends in the order written; day-old ones need the user's confirmation. */
  list(now: number): PendingMessage[] {
    return this.#keys().flatMap((key) => this.#read(key, now) ?? []);
  }

  find(clientMsgId: string, now: number): PendingMessage | null {
    return this.#read(this.#prefix + clientMsgId, now);
  }

  #read(key: string, now: number): PendingMessage | null {
    const message = parse(this.#storage.getItem(key));
    if (!message || !isTooOld(message, now)) return message;
    return { ...message, failure: message.failure ?? tooOld };
  }

  /** Client ids start with the time, so they sort in the order written. */
  #keys(): string[] {
    const keys = Array.from({ length: this.#storage.length }, (_, index) =>
      this.#storage.key(index),
    );
    return keys
      .filter((key) => key !== null)
      .filter((key) => key.startsWith(this.#prefix))
      .sort();
  }
}

const defaults = {
  threadId: null,
  alsoToChannel: false,
  replyToId: null,
  urgent: null,
  attachments: [],
};

function parse(text: string | null): PendingMessage | null {
  try {
    if (!text) return null;
    // An earlier release stored fewer fields, and one by another name.
    const { asksForWord, ...stored } = JSON.parse(text);
    const renamed = asksForWord === undefined ? {} : { needsConfirmation: asksForWord };
    return { ...defaults, ...renamed, ...stored };
  } catch {
    // Truncated by a crash: nothing to recover.
    return null;
  }
}

/** Lets only one of several tabs send a message: they share the outbox. */
export interface SendLocks {
  /** Calls `act` once this tab has the lock; returns how to release it or to stop waiting. */
  claim(clientMsgId: string, act: () => void): () => void;
}

/** A lock is released when its tab ends, however it ends; the next tab takes over. */
export function browserLocks(): SendLocks {
  // Absent without HTTPS. A message sent by two tabs is still stored only once.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return freeLocks;
  return {
    claim(clientMsgId, act) {
      const waiting = new AbortController();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const onGranted = () => {
        act();
        return released;
      };
      locks
        .request(`forecourt-send:${clientMsgId}`, { signal: waiting.signal }, onGranted)
        // Released before it was granted.
        .catch(() => {});
      return () => {
        release();
        waiting.abort();
      };
    },
  };
}

export const freeLocks: SendLocks = {
  claim(_, act) {
    act();
    return () => {};
  },
};
