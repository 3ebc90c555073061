import { sql } from 'kysely';
import type { SearchDb } from '../tables.ts';
import { type Cursor, isNewer, type Place } from './place.ts';
import type { Hit, Source } from './sources.ts';

export interface Page {
  hits: Hit[];
  /** Everything newer has been searched; null: everything. */
  end: Place | null;
  /** The search stopped early, not at a hit. */
  hasStopped: boolean;
  isWalking: boolean;
}

interface StageQuery {
  cursor: Cursor | null;
  limit: number;
  /** Few messages, or another index applies: skip the look at the newest rows. */
  isNarrow: boolean;
}

/**
 * Time limit of a statement; longer searches proceed step by step. A row read in order takes a
 * microsecond.
 */
const lookTimeoutMs = 250;
/** Time limit of an index search; longer ones consist of very common words. */
const gatherTimeoutMs = 120;

/**
 * Common terms are found among the newest rows, so these are read first, in time order; rare ones by the
 * index. If even that takes too long (common words that never occur together), a page scans a limited
 * number of rows and reports how far it got, so that no search occupies the database for long.
 */
export async function findPage(db: SearchDb, source: Source, query: StageQuery): Promise<Page> {
  const { cursor, limit, isNarrow } = query;
  const from = cursor?.place ?? null;
  const wantedCount = limit + 1;
  if (cursor?.isWalking) return step(db, source, from, wantedCount);
  const found = isNarrow ? null : await lookAtNewest(db, source, from, wantedCount);
  if (found) return found;
  try {
    const hits = await within(db, gatherTimeoutMs, (tx) => source.gather(tx, from, wantedCount));
    return pageOf(hits, wantedCount);
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    return step(db, source, from, wantedCount);
  }
}

/** Null: the terms are too rare for this. */
async function lookAtNewest(
  db: SearchDb,
  source: Source,
  from: Place | null,
  limit: number,
): Promise<Page | null> {
  const { look, walk } = source.windows;
  return within(db, lookTimeoutMs, async (tx) => {
    for (const window of [look, walk]) {
      const hits = await source.walk(tx, from, window, limit);
      if (hits.length >= limit) return pageOf(hits, limit);
      if (!(await source.endOf(tx, from, window))) return pageOf(hits, limit);
      if (hits.length === 0) return null;
    }
    return null;
  }).catch((error) => {
    if (isOutOfTime(error)) return null;
    throw error;
  });
}

async function step(
  db: SearchDb,
  source: Source,
  from: Place | null,
  limit: number,
): Promise<Page> {
  const { step: window } = source.windows;
  const hits = await source.walk(db, from, window, limit);
  if (hits.length >= limit) return { ...pageOf(hits, limit), isWalking: true };
  const end = await source.endOf(db, from, window);
  return { hits, end, hasStopped: end !== null, isWalking: end !== null };
}

/** A full page may be followed by more. */
function pageOf(hits: Hit[], limit: number): Page {
  const end = hits.length >= limit ? (hits.at(-1) ?? null) : null;
  return { hits, end, hasStopped: false, isWalking: false };
}

function within<T>(db: SearchDb, timeMs: number, work: (tx: SearchDb) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(timeMs)}, true),
      set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true),
      set_config('work_mem', '32MB', true)`.execute(tx);
    return work(tx);
  });
}

const isOutOfTime = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '57014';

/** Merges pages of several sources: each message once, without a gap before the next page. */
export function mergePages(pages: readonly Page[], limit: number) {
  const nearest = pages.reduce<Page | null>(
    (a, b) => (b.end && !(a?.end && isNewer(a.end, b.end)) ? b : a),
    null,
  );
  const end = nearest?.end ?? null;
  const hits = pages
    .flatMap((page) => page.hits)
    .filter((hit) => !end || !isNewer(end, hit))
    .sort((a, b) => (isNewer(a, b) ? -1 : isNewer(b, a) ? 1 : 0));
  const once = [...Map.groupBy(hits, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
  const page = once.slice(0, limit);
  const isCut = once.length > limit;
  return {
    hits: page,
    next: (isCut ? page.at(-1) : end) ?? null,
    stoppedAt: !isCut && nearest?.hasStopped ? end : null,
    isWalking: pages.some((one) => one.isWalking),
  };
}
