import type { ActorChanges } from '../../../../platform/server/db/changes.ts';

/** How long a change has no effect if its notification is lost. */
const lifetimeMs = 5_000;
/** More than are in use within a lifetime; each takes about a kilobyte. */
const maxEntries = 10_000;

interface Look {
  /** Of its token. */
  hash: Buffer;
  userId: number;
  /** How long the result stays the same if nothing is changed; zero or less: do not keep it. */
  validMs: number;
}

type Find<Result> = (hash: Buffer) => Promise<Result | undefined>;

interface SessionCache<Result> {
  find: Find<Result>;
  /** Reads sessions from the database in any case, and keeps them like those that were looked up. */
  read(load: () => Promise<Result[]>): Promise<Result[]>;
}

/**
 * Keeps results of a look-up by token hash for seconds, until the user or the session changes. While changes of other
 * processes are not known, every call looks up.
 */
export function createSessionCache<Result extends Look>(
  lookUp: Find<Result>,
  changes: Pick<ActorChanges, 'isListening' | 'subscribe'>,
): SessionCache<Result> {
  const entries = new Map<string, { result: Result; until: number }>();
  let changeCount = 0;

  changes.subscribe((userId) => {
    changeCount += 1;
    if (userId === null) entries.clear();
    for (const [key, { result }] of entries) if (result.userId === userId) entries.delete(key);
  });

  function store(result: Result, startedAt: number): void {
    const key = keyOf(result.hash);
    entries.delete(key);
    for (const [oldest, { until }] of entries) {
      if (entries.size < maxEntries && until > startedAt) break;
      entries.delete(oldest);
    }
    entries.set(key, { result, until: startedAt + Math.min(lifetimeMs, result.validMs) });
  }

  async function read(load: () => Promise<Result[]>): Promise<Result[]> {
    const startedAt = performance.now();
    const isListening = changes.isListening();
    const countBefore = changeCount;
    const results = await load();
    // They may be older than a change that arrived meanwhile.
    if (!isListening || changeCount !== countBefore) return results;
    for (const result of results) if (result.validMs > 0) store(result, startedAt);
    return results;
  }

  async function find(hash: Buffer): Promise<Result | undefined> {
    const entry = changes.isListening() ? entries.get(keyOf(hash)) : undefined;
    if (entry && performance.now() < entry.until) return entry.result;
    const [result] = await read(async () => {
      const found = await lookUp(hash);
      return found ? [found] : [];
    });
    return result;
  }

  return { find, read };
}

const keyOf = (hash: Buffer) => hash.toString('base64');
