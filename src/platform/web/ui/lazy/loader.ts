import { retryWaitMs } from '../../network/backoff.ts';
import { isOffline, onNetworkReturn } from '../../network/network.ts';
import { type BuildComparison, compareBuilds } from '../../network/version.ts';

/**
 * `waiting` for the first attempt; `failed` until one succeeds. `outdated`: the server has another build without
 * this part. `stuck`: the server responds, but this page does not get the part; some browsers cache a failed import
 * for the life of the page.
 */
export type LoadState<T> =
  | { status: 'waiting' }
  | { status: 'ready'; value: T }
  | { status: 'failed'; offline: boolean; outdated: boolean; stuck: boolean };

const stuckAfter = 3;

/** Everything a loader needs from its environment, so that tests can replace it. */
export interface LoaderWorld {
  after(ms: number, act: () => void): () => void;
  random(): number;
  onReturn(act: () => void): () => void;
  isOffline(): boolean;
  /** The server's build compared to this page's. */
  compareBuilds(): Promise<BuildComparison>;
}

const browserWorld: LoaderWorld = {
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  onReturn: onNetworkReturn,
  isOffline,
  compareBuilds,
};

/**
 * Loads one part of the application, and retries while it is watched: at growing intervals, and at once when the
 * network returns.
 */
export class Loader<T> {
  readonly #fetch: () => Promise<T>;
  readonly #world: LoaderWorld;
  readonly #watchers = new Set<() => void>();
  #state: LoadState<T> = { status: 'waiting' };
  #attempt: Promise<void> | null = null;
  #failures = 0;
  #cancelWait = () => {};
  #stopListening = () => {};

  constructor(fetch: () => Promise<T>, world: LoaderWorld = browserWorld) {
    this.#fetch = fetch;
    this.#world = world;
  }

  state = (): LoadState<T> => this.#state;

  /** Loads unless loaded or loading; resolves when that attempt is over, whatever the result. */
  load = (): Promise<void> => {
    if (this.#state.status === 'ready') return Promise.resolve();
    this.#attempt ??= this.#try();
    return this.#attempt;
  };

  /** The loaded part, as soon as it is available, after any number of retries. */
  arrived = (): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    const check = () => {
      if (this.#state.status !== 'ready') return;
      stop();
      resolve(this.#state.value);
    };
    const stop = this.watch(check);
    void this.load().then(check);
    return promise;
  };

  watch = (watcher: () => void): (() => void) => {
    if (this.#watchers.size === 0) this.#stopListening = this.#world.onReturn(() => this.#again());
    this.#watchers.add(watcher);
    if (this.#state.status === 'failed' && !this.#attempt) this.#wait();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size > 0) return;
      this.#stopListening();
      this.#cancelWait();
      // The next watcher starts over, with the usual loading state.
      this.#world.after(0, () => {
        if (this.#watchers.size > 0 || this.#state.status !== 'failed') return;
        this.#failures = 0;
        this.#state = { status: 'waiting' };
      });
    };
  };

  #again(): void {
    if (this.#state.status === 'failed') void this.load();
  }

  async #try(): Promise<void> {
    this.#cancelWait();
    try {
      const value = await this.#fetch();
      this.#failures = 0;
      this.#enter({ status: 'ready', value });
    } catch (error) {
      console.warn('Failed to load part of the page', error);
      this.#fail();
    }
    this.#attempt = null;
  }

  #fail(): void {
    this.#failures += 1;
    const offline = this.#world.isOffline();
    const known = this.#state.status === 'failed' ? this.#state : { outdated: false, stuck: false };
    this.#enter({ status: 'failed', offline, outdated: known.outdated, stuck: known.stuck });
    if (this.#watchers.size > 0) this.#wait();
    if (!offline) void this.#findCause();
  }

  async #findCause(): Promise<void> {
    const builds = await this.#world.compareBuilds();
    if (this.#state.status !== 'failed') return;
    const outdated = builds === 'different';
    const stuck = builds === 'same' && this.#failures >= stuckAfter;
    if (outdated === this.#state.outdated && stuck === this.#state.stuck) return;
    this.#enter({ ...this.#state, outdated, stuck });
  }

  #wait(): void {
    this.#cancelWait();
    const ms = retryWaitMs(Math.max(this.#failures, 1), this.#world.random());
    this.#cancelWait = this.#world.after(ms, () => void this.load());
  }

  #enter(state: LoadState<T>): void {
    this.#state = state;
    for (const watcher of [...this.#watchers]) watcher();
  }
}
