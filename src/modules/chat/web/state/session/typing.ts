import type { DataOf } from '../../../../../platform/contract/socket.ts';
import type { Environment } from '../../../../../platform/web/realtime/environment.ts';
import { createWatchers } from '../../../../../platform/web/state/createStore.ts';
import type { typing } from '../../../contract/personal.ts';
import type { ChatMessage } from '../../../contract.ts';
import { draftKey } from '../store/drafts.ts';
import type { Transport } from './transport.ts';

const sendEveryMs = 3_000;
const shownMs = 5_000;
const noOne: readonly number[] = [];

interface Options {
  me: number;
  transport: Pick<Transport, 'sendTyping'>;
  clock: Pick<Environment, 'now' | 'after'>;
}

/** Who is typing where: hints that are never stored and may be lost. */
export class Typing {
  readonly #options: Options;
  readonly #sentAt = new Map<string, number>();
  readonly #typists = new Map<string, readonly number[]>();
  readonly #expiries = new Map<string, () => void>();
  readonly #watchers = createWatchers();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The user is typing: sent at most every three seconds. */
  note(channelId: string, threadId: string | null): void {
    const { transport, clock } = this.#options;
    const key = draftKey(channelId, threadId);
    if (clock.now() - (this.#sentAt.get(key) ?? 0) < sendEveryMs) return;
    if (transport.sendTyping(channelId, threadId)) this.#sentAt.set(key, clock.now());
  }

  receive({ channelId, threadId, userId }: DataOf<typeof typing>): void {
    if (userId === this.#options.me) return;
    const key = draftKey(channelId, threadId);
    const timer = `${key} ${userId}`;
    this.#expiries.get(timer)?.();
    this.#expiries.set(
      timer,
      this.#options.clock.after(shownMs, () => this.#remove(key, userId)),
    );
    const typists = this.#typists.get(key) ?? noOne;
    if (!typists.includes(userId)) this.#set(key, [...typists, userId]);
  }

  /** A message ends its sender's typing; the user's own next keystroke is sent at once. */
  messageReceived({ channelId, threadId, senderId }: ChatMessage): void {
    const key = draftKey(channelId, threadId);
    if (senderId === this.#options.me) this.#sentAt.delete(key);
    this.#remove(key, senderId);
  }

  /** The same array until it changes. */
  list(channelId: string, threadId: string | null): readonly number[] {
    return this.#typists.get(draftKey(channelId, threadId)) ?? noOne;
  }

  watch = (watcher: () => void): (() => void) => this.#watchers.watch(watcher);

  stop(): void {
    for (const cancel of this.#expiries.values()) cancel();
    this.#expiries.clear();
  }

  #remove(key: string, userId: number): void {
    this.#expiries.get(`${key} ${userId}`)?.();
    this.#expiries.delete(`${key} ${userId}`);
    const typists = this.#typists.get(key) ?? noOne;
    if (!typists.includes(userId)) return;
    this.#set(
      key,
      typists.filter((other) => other !== userId),
    );
  }

  #set(key: string, typists: readonly number[]): void {
    if (typists.length > 0) this.#typists.set(key, typists);
    else this.#typists.delete(key);
    this.#watchers.notify();
  }
}
