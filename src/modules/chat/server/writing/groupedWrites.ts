import { isUnavailable } from '../../../../platform/server/db/database.ts';
import { unavailable } from '../../../../platform/server/errors.ts';
import { createTurns as limitTo } from '../../../../platform/server/limits/turns.ts';

/**
 * Serializes writes per channel on this instance: publishing follows the write order, and waiting
 * writers hold no database connection.
 */
export interface Turns {
  isTaken(key: string): boolean;
  /** Only keys that are not taken. */
  take(keys: Iterable<string>): void;
  free(keys: Iterable<string>): void;
  /** Runs the work when the key is free. */
  wait<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Runs whenever waiting work is done. */
  onFree(hook: () => void): void;
}

/** The queue limit when the database hangs; beyond it, calls are rejected. */
const maxWaiting = 5_000;

export function createTurns(): Turns {
  const taken = new Set<string>();
  const queues = new Map<string, (() => void)[]>();
  let waiting = 0;
  let freed = () => {};

  function next(key: string): void {
    if (taken.has(key)) return;
    const queue = queues.get(key);
    const start = queue?.shift();
    if (queue?.length === 0) queues.delete(key);
    if (!start) return;
    taken.add(key);
    waiting -= 1;
    start();
  }

  async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      taken.delete(key);
      // Groups go first: otherwise a stream of single changes would starve them.
      freed();
      setImmediate(() => setImmediate(next, key));
    }
  }

  return {
    isTaken: (key) => taken.has(key),
    take(keys) {
      for (const key of keys) taken.add(key);
    },
    free(keys) {
      for (const key of keys) {
        taken.delete(key);
        next(key);
      }
    },
    wait(key, work) {
      if (waiting >= maxWaiting) return Promise.reject(unavailable());
      return new Promise((resolve, reject) => {
        const queue = queues.get(key) ?? [];
        queues.set(key, queue);
        queue.push(() => run(key, work).then(resolve, reject));
        waiting += 1;
        next(key);
      });
    },
    onFree(hook) {
      freed = hook;
    },
  };
}

/** What a write does about a key that another instance has locked. */
export type OnLocked = 'skip' | 'wait';

/** The result of an item that was skipped, as another instance has locked its key. */
export class Skipped extends Error {}

interface Options<Item, Result> {
  /** Items of one key are never in two groups at once, so they are published in commit order. */
  keyOf(item: Item): string;
  /** Shared with other writers of the same keys. */
  turns?: Turns;
  /** Writes all items that are not skipped in one transaction, or none; returns a result for each, in order. */
  write(items: readonly Item[], onLocked: OnLocked): Promise<(Result | Error)[]>;
  /** Runs after each commit, before the callers' promises resolve. */
  committed(results: readonly Result[]): void;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** A second group in flight keeps the database busy during the first one's round trip. */
const maxInFlight = 2;
/** Groups that wait for another instance, each on a database connection. */
const maxLocked = 5;
const maxItems = 256;
const maxLostRaces = 4;

/**
 * Batches writes: items that arrive while a group is being written go into the next one. A single item
 * does not wait; under load many items share a commit. Items of a key that another instance has locked leave their
 * group and wait alone.
 */
export function groupWrites<Item, Result>(
  options: Options<Item, Result>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let scheduled = false;
  const turns = options.turns ?? createTurns();
  const inLockedTurn = limitTo(maxLocked);
  turns.onFree(schedule);

  // On the next turn of the event loop, so that simultaneous items share a group.
  function schedule(): void {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    setImmediate(start);
  }

  function start(): void {
    scheduled = false;
    while (inFlight < maxInFlight) {
      const group = takeGroup();
      if (group.length === 0) return;
      send(group);
    }
  }

  function takeGroup(): Waiting<Item, Result>[] {
    const fits = ({ item }: Waiting<Item, Result>) => !turns.isTaken(options.keyOf(item));
    const group = waiting.filter(fits).slice(0, maxItems);
    const taken = new Set(group);
    waiting = waiting.filter((entry) => !taken.has(entry));
    return group;
  }

  function send(group: readonly Waiting<Item, Result>[]): void {
    const keys = new Set(group.map(({ item }) => options.keyOf(item)));
    turns.take(keys);
    inFlight += 1;
    void settle(options, group, 'skip').then((skipped) => {
      inFlight -= 1;
      const locked = Map.groupBy(skipped, ({ item }) => options.keyOf(item));
      turns.free([...keys].filter((key) => !locked.has(key)));
      for (const [key, entries] of locked) void sendAlone(key, entries);
      schedule();
    });
  }

  async function sendAlone(key: string, group: readonly Waiting<Item, Result>[]): Promise<void> {
    await inLockedTurn(() => settle(options, group, 'wait'));
    turns.free([key]);
    schedule();
  }

  return (item) => {
    if (waiting.length >= maxWaiting) return Promise.reject(unavailable());
    return new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
  };
}

/** Returns the entries that were skipped; all others are resolved or rejected. */
async function settle<Item, Result>(
  options: Options<Item, Result>,
  group: readonly Waiting<Item, Result>[],
  onLocked: OnLocked,
): Promise<Waiting<Item, Result>[]> {
  const items = group.map(({ item }) => item);
  const skipped: Waiting<Item, Result>[] = [];
  try {
    const results = await retryLostRaces(() => options.write(items, onLocked));
    options.committed(results.filter((result): result is Result => !(result instanceof Error)));
    for (const [index, entry] of group.entries()) {
      const result = results[index];
      if (result instanceof Skipped) skipped.push(entry);
      else if (result instanceof Error) entry.reject(result);
      else entry.resolve(result as Result);
    }
  } catch (error) {
    // One bad item must not fail the others; an unavailable database fails all of them.
    if (group.length > 1 && !isUnavailable(error)) {
      for (const entry of group) skipped.push(...(await settle(options, [entry], onLocked)));
    } else {
      for (const { reject } of group) reject(error);
    }
  }
  return skipped;
}

/**
 * A lost deadlock can be followed by a unique violation: the winner has stored the same send in the
 * meantime.
 */
export async function retryLostRaces<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let lost = 0; lost < maxLostRaces; lost += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isLostRace(error)) throw error;
    }
  }
  return write();
}

/** Another instance wrote the same send, or there was a deadlock: a retry finds it. */
function isLostRace(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === '23505' || error.code === '40P01' || error.code === '40001';
}
