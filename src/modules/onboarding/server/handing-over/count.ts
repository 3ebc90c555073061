import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { OnboardingServices } from '../services.ts';

/** How many things an employee still has or is responsible for. */
export async function countHandover(
  { sources }: Pick<OnboardingServices, 'sources'>,
  actor: Actor,
  userId: number,
): Promise<number> {
  const lists = await Promise.all(sources.map((source) => source.list(userId, actor)));
  return lists.reduce((sum, list) => sum + list.length, 0);
}
