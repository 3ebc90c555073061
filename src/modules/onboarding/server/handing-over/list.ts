import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { HandoverItem } from '../../../../platform/server/records/handover.ts';
import type { OnboardingServices } from '../services.ts';

type Sources = Pick<OnboardingServices, 'sources'>;

// One source after another: all at once would take every connection to the database.

/** What an employee still has or is responsible for, source by source. */
export async function listHandover(
  { sources }: Sources,
  actor: Actor,
  userId: number,
): Promise<HandoverItem[][]> {
  const lists: HandoverItem[][] = [];
  for (const source of sources) lists.push(await source.list(userId, actor));
  return lists;
}

/** How many things that is. */
export async function countHandover(
  { sources }: Sources,
  actor: Actor,
  userId: number,
): Promise<number> {
  let count = 0;
  for (const source of sources) {
    count += source.count ? await source.count(userId) : (await source.list(userId, actor)).length;
  }
  return count;
}
