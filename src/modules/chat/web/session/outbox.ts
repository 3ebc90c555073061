import type { PendingMessage } from '../store/channelState.ts';

const prefix = 'forecourt-outbox:';
const dayMs = 24 * 60 * 60 * 1_000;

/** What waited for a day is not sent unasked any more: who reads it by then would be misled. */
export const tooOld = 'Not sent for a day';
export const isTooOld = ({ writtenAt }: PendingMessage, now: number) => now - writtenAt > dayMs;

/**
 * Sends the server has not acknowledged, kept over a reload. One entry per send: two tabs of one
 * person share the storage, and neither may write over what the other keeps. The storage is the plain
 * one: it has written before the first attempt leaves, and an entry is small, for files are on the
 * server before they are sent.
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
      // Storage is full or forbidden: the message is still sent, only not kept over a reload.
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

  /** What is kept, in the order it was written; what is a day old waits for the person's word. */
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

  /** Client ids begin with the time, so that their order is the order of writing. */
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

const plain = {
  threadId: null,
  alsoToChannel: false,
  replyToId: null,
  urgent: null,
  attachments: [],
};

function parse(text: string | null): PendingMessage | null {
  try {
    // An earlier release kept fewer fields.
    return text ? { ...plain, ...JSON.parse(text) } : null;
  } catch {
    // Cut off in the middle of being written, by a crash: nothing to save.
    return null;
  }
}
