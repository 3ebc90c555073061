import { type Handover, maxIdsPerMove } from '../../contract.ts';
import { endedNames } from '../state/labels.ts';

export type HandoverSource = Handover['sources'][number];

/** Who takes the things of one kind: for all of them, and for single ones. Ids as in a select; empty: the default. */
export interface Choice {
  all?: string;
  single?: Record<string, string>;
}
export type Plan = Record<string, Choice>;

/** Stays where it is. */
export const stays = 'stays';

/** The successor of a thing; empty: none was chosen. */
export function successorOf(plan: Plan, source: string, id: string, defaultId: string): string {
  const choice = plan[source];
  const chosen = choice?.single?.[id] || choice?.all || defaultId;
  return chosen === stays ? '' : chosen;
}

interface Move {
  source: string;
  toId: number | null;
  ids: string[];
}

/** As many moves as one may have of these ids. */
const movesOf = (source: string, toId: number | null, items: HandoverSource['items']): Move[] =>
  Array.from({ length: Math.ceil(items.length / maxIdsPerMove) }, (_, at) => ({
    source,
    toId,
    ids: items.slice(at * maxIdsPerMove, (at + 1) * maxIdsPerMove).map(({ id }) => id),
  }));

/** What is moved to whom; what is canceled or ended to no one, and what has no successor not at all. */
export function planOf(sources: readonly HandoverSource[], plan: Plan, defaultId: string): Move[] {
  return sources.flatMap(({ key, act, items }): Move[] => {
    if (act !== 'move') {
      const kept = plan[key]?.all === stays;
      return kept ? [] : movesOf(key, null, items);
    }
    const bySuccessor = Map.groupBy(items, ({ id }) => successorOf(plan, key, id, defaultId));
    return [...bySuccessor]
      .filter(([toId]) => toId !== '')
      .flatMap(([toId, moved]) => movesOf(key, Number(toId), moved));
  });
}

/** `12 to Mona Novak`, the most first. */
export function summaryOf(
  moves: readonly Move[],
  sources: readonly HandoverSource[],
  nameOf: (id: number) => string,
): string[] {
  const acts = new Map(sources.map(({ key, act }) => [key, act]));
  const counts = new Map<string, number>();
  for (const { source, toId, ids } of moves) {
    const act = acts.get(source);
    const what = act === 'cancel' || act === 'end' ? endedNames[act] : `to ${nameOf(toId ?? 0)}`;
    counts.set(what, (counts.get(what) ?? 0) + ids.length);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([what, count]) => `${count} ${what}`);
}
