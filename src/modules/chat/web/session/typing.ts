import type { DataOf } from '../../../../platform/contract/socket.ts';
import type { Environment } from '../../../../platform/web/realtime/environment.ts';
import type { typing } from '../../contract/personal.ts';
import type { ChatMessage } from '../../contract.ts';
import { draftKey } from '../store/drafts.ts';
import type { Transport } from './transport.ts';

const sendEveryMs = 3_000;
const shownMs = 5_000;
const nobody: readonly number[] = [];

interface Options {
  me: number;
  transport: Pick<Transport, 'sendTyping'>;
  clock: Pick<Environment, 'now' | 'after'>;
}

/** Who is writing where: hints that are never stored and may be lost. */
export class Typing {
  readonly #options: Options;
  readonly #toldAt = new Map<string, number>();
  readonly #typists = new Map<string, readonly number[]>();
  readonly #expiries = new Map<string, () => void>();
  readonly #watchers = new Set<() => void>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** I am writing: told at most every three seconds. */
  note(channelId: string, threadId: string | null): void {
    const { transport, clock } = this.#options;
    const key = draftKey(channelId, threadId);
    if (clock.now() - (this.#toldAt.get(key) ?? 0) < sendEveryMs) return;
    if (transport.sendTyping(channelId, threadId)) this.#toldAt.set(key, clock.now());
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
    const typists = this.#typists.get(key) ?? nobody;
    if (!typists.includes(userId)) this.#set(key, [...typists, userId]);
  }

  /** Who has said it is no longer writing it; my next word is told at once. */
  said({ channelId, threadId, senderId }: ChatMessage): void {
    const key = draftKey(channelId, threadId);
    if (senderId === this.#options.me) this.#toldAt.delete(key);
    this.#remove(key, senderId);
  }

  /** The same array until it changes. */
  list(channelId: string, threadId: string | null): readonly number[] {
    return this.#typists.get(draftKey(channelId, threadId)) ?? nobody;
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  stop(): void {
    for (const cancel of this.#expiries.values()) cancel();
    this.#expiries.clear();
  }

  #remove(key: string, userId: number): void {
    this.#expiries.get(`${key} ${userId}`)?.();
    this.#expiries.delete(`${key} ${userId}`);
    const typists = this.#typists.get(key) ?? nobody;
    if (!typists.includes(userId)) return;
    this.#set(
      key,
      typists.filter((other) => other !== userId),
    );
  }

  #set(key: string, typists: readonly number[]): void {
    if (typists.length > 0) this.#typists.set(key, typists);
    else this.#typists.delete(key);
    for (const watcher of [...this.#watchers]) watcher();
  }
}
