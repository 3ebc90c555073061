import { sql } from 'kysely';
import type { SearchDb } from '../tables.ts';
import { type Cursor, isNewer, type Place } from './place.ts';
import type { Hit, Source } from './sources.ts';

export interface Page {
  hits: Hit[];
  /** Everything down to here has been looked through; null: everything there is. */
  end: Place | null;
  /** It ends where looking stopped, and not at a hit. */
  hasStopped: boolean;
  isWalking: boolean;
}

interface StageQuery {
  cursor: Cursor | null;
  limit: number;
  /** Few enough, or found by another index: worth no look at the newest first. */
  isNarrow: boolean;
}

/** Of one statement; what takes longer is looked for step by step. A row read in order takes a microsecond. */
const patienceMs = 250;
/** What an index gathers is there sooner, or it is made of words everybody says. */
const gatheringMs = 120;

/**
 * What is common stands among the newest rows, so these are read first, in order of time; what is rare is
 * gathered through the index. Where even that takes too long (common words that are never said together),
 * a page looks back through so many rows and says how far it came: no search takes a database for long.
 */
export async function findPage(db: SearchDb, source: Source, asked: StageQuery): Promise<Page> {
  const { cursor, limit, isNarrow } = asked;
  const from = cursor?.place ?? null;
  const enough = limit + 1;
  if (cursor?.isWalking) return step(db, source, from, enough);
  const found = isNarrow ? null : await lookAtNewest(db, source, from, enough);
  if (found) return found;
  try {
    const hits = await within(db, gatheringMs, (tx) => source.gather(tx, from, enough));
    return pageOf(hits, enough);
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    return step(db, source, from, enough);
  }
}

/** Null: what is looked for is too rare to be found this way. */
async function lookAtNewest(
  db: SearchDb,
  source: Source,
  from: Place | null,
  limit: number,
): Promise<Page | null> {
  const { look, walk } = source.windows;
  return within(db, patienceMs, async (tx) => {
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

/** A page that is full may have more behind it. */
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

/** Pages of several sources as one, a message once, with no gap between this page and the next. */
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
