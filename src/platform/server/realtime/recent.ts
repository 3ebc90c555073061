import { randomUUID } from 'node:crypto';

/** A page that connects later than this after it was loaded fetches everything again. */
const rememberedMs = 60_000;
/** Answers may come from caches, so what was published shortly before counts as missed, too. */
const cachedMs = 10_000;

/** Recently published events: what a page that was just loaded may have missed before its socket was ready. */
export interface Recent {
  note(topic: string, type: string): void;
  /** The present, for `missedSince`: valid in this process only. */
  mark(): string;
  /** The types of events published to these topics since the mark; undefined if that is not known. */
  missedSince(mark: string, topics: Iterable<string>): string[] | undefined;
  /** Facts of other instances were lost: earlier marks are worth nothing. */
  forget(): void;
}

/** `now` is the time in milliseconds since the process started. */
export function createRecent(now: () => number = () => performance.now()): Recent {
  /** When each type of event was last published, by topic. */
  type Times = Map<string, Map<string, number>>;
  let origin = randomUUID();
  let newer = { since: 0, times: new Map() as Times };
  let older = newer;

  function rotate(): void {
    if (now() - newer.since < rememberedMs) return;
    older = newer;
    newer = { since: now(), times: new Map() };
  }

  return {
    note(topic, type) {
      rotate();
      const known = newer.times.get(topic);
      if (known) known.set(type, now());
      else newer.times.set(topic, new Map([[type, now()]]));
    },
    mark: () => `${origin}.${Math.floor(now())}`,
    missedSince(mark, topics) {
      rotate();
      const [of, at] = mark.split('.');
      const since = Math.max(0, Number(at) - cachedMs);
      if (of !== origin || !(since >= older.since)) return undefined;
      const missed = new Set<string>();
      for (const topic of topics) {
        for (const { times } of [older, newer])
          for (const [type, last] of times.get(topic) ?? []) if (last >= since) missed.add(type);
      }
      return [...missed];
    },
    forget() {
      origin = randomUUID();
      newer = older = { since: now(), times: new Map() };
    },
  };
}
