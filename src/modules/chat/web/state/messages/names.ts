import { plural } from '../../../../../platform/web/format/amounts.ts';
import type { Person } from '../../../../people/contract.ts';

type People = ReadonlyMap<number, Person>;

export function nameOf(userId: number, people: People): string {
  const person = people.get(userId);
  return person?.shownName ?? 'Someone';
}

const shownNames = 10;
let list: Intl.ListFormat | undefined;

/**
 * `You, Ana Lee, and 3 others`: oneself first; people not in the directory, or beyond the given ids, are
 * counted at the end.
 */
export function namesOf(
  userIds: readonly number[],
  me: number,
  people: People,
  count = userIds.length,
): string {
  const others = userIds.filter((id) => id !== me && people.has(id));
  const named = others.slice(0, shownNames).map((id) => nameOf(id, people));
  const shown = userIds.includes(me) ? ['You', ...named] : named;
  const rest = count - shown.length;
  list ??= new Intl.ListFormat('en', { type: 'conjunction' });
  if (rest === 0) return list.format(shown);
  const more = shown.length === 0 ? plural(rest, 'person', 'people') : plural(rest, 'other');
  return list.format([...shown, more]);
}
