import type { ActorChanges } from '../../../../platform/server/db/changes.ts';

/** How long a change has no effect if its notification is lost. */
const lifetimeMs = 5_000;
/** More than are in use within a lifetime; each takes about a kilobyte. */
const maxEntries = 10_000;

interface Look {
  userId: number;
  /** How long the result stays the same if nothing is changed; zero or less: do not keep it. */
  validMs: number;
}

type Find<Result> = (hash: Buffer) => Promise<Result | undefined>;

/**
 * Keeps results of a look-up by token hash for seconds, until the user or the session changes. While changes of other
 * processes are not known, every call looks up.
 */
export function createSessionCache<Result extends Look>(
  find: Find<Result>,
  changes: Pick<ActorChanges, 'isListening' | 'subscribe'>,
): Find<Result> {
  const entries = new Map<string, { result: Result; until: number }>();
  let changeCount = 0;

  changes.subscribe((userId) => {
    changeCount += 1;
    if (userId === null) entries.clear();
    for (const [key, { result }] of entries) if (result.userId === userId) entries.delete(key);
  });

  function store(key: string, result: Result, startedAt: number): void {
    entries.delete(key);
    for (const [oldest, { until }] of entries) {
      if (entries.size < maxEntries && until > startedAt) break;
      entries.delete(oldest);
    }
    entries.set(key, { result, until: startedAt + Math.min(lifetimeMs, result.validMs) });
  }

  return async (hash) => {
    if (!changes.isListening()) return find(hash);
    const key = hash.toString('base64');
    const startedAt = performance.now();
    const entry = entries.get(key);
    if (entry && startedAt < entry.until) return entry.result;
    const countBefore = changeCount;
    const result = await find(hash);
    // It may be older than a change that arrived meanwhile.
    if (result && result.validMs > 0 && changeCount === countBefore) store(key, result, startedAt);
    return result;
  };
}
