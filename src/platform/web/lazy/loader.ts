import { isOffline, onNetworkReturn } from '../network/network.ts';
import { type BuildComparison, compareBuilds } from '../network/version.ts';
import { retryWaitMs } from '../realtime/backoff.ts';

/**
 * `waiting` for the first attempt; `failed` until an attempt succeeds. `outdated`: the server has another build, which no
 * longer has this part. `stuck`: the server is there, but this page does not get the part from it; some browsers keep the
 * failure of an import as long as the page.
 */
export type LoadState<T> =
  | { status: 'waiting' }
  | { status: 'ready'; value: T }
  | { status: 'failed'; offline: boolean; outdated: boolean; stuck: boolean };

const stuckAfter = 3;

/** What a loader needs from the world around it, so that a test can be that world. */
export interface LoaderWorld {
  after(ms: number, act: () => void): () => void;
  random(): number;
  onReturn(act: () => void): () => void;
  isOffline(): boolean;
  /** Which build the server has now, beside that of this page. */
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
 * Fetches one part of the program, and fetches it again by itself as long as somebody watches: at growing intervals, and
 * at once when the network returns.
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

  /** Fetches unless it is here or on its way; resolves when that attempt is over, however it ended. */
  load = (): Promise<void> => {
    if (this.#state.status === 'ready') return Promise.resolve();
    this.#attempt ??= this.#try();
    return this.#attempt;
  };

  /** What is fetched, as soon as it is here, however often that has to be tried. */
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
      // Whoever comes next begins anew, with the usual sign of loading.
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
      console.warn('A part of the page could not be fetched', error);
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
