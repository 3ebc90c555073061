import type { Person } from '../../../../people/contract.ts';
import { canBeMessaged } from '../../state/people/canBeMessaged.ts';

const shown = 8;

/** How well a person matches a term: 0 is best; null is no match. */
function rank(person: Person, term: string): number | null {
  const first = person.firstName.toLowerCase();
  const last = person.lastName.toLowerCase();
  const username = person.username.toLowerCase();
  if (username === term) return 0;
  if (first.startsWith(term) || `${first} ${last}`.startsWith(term)) return 1;
  if (username.startsWith(term)) return 2;
  if (last.startsWith(term)) return 3;
  return username.includes(term) && !term.includes(' ') ? 4 : null;
}

/** The best matches of a term: channel members first, then by rank, then by name. */
export function matchPeople(
  people: Iterable<Person>,
  term: string,
  isHere: (userId: number) => boolean,
  me: number,
): Person[] {
  const wanted = term.toLowerCase();
  // A full username followed by a space is already a completed mention.
  const [named, more] = wanted.split(' ');
  const found: { person: Person; order: number }[] = [];
  for (const person of people) {
    if (!canBeMessaged(person) || person.id === me) continue;
    if (more !== undefined && person.username.toLowerCase() === named) return [];
    const matchRank = rank(person, wanted);
    if (matchRank !== null) found.push({ person, order: (isHere(person.id) ? 0 : 10) + matchRank });
  }
  return found
    .sort((a, b) => a.order - b.order || byName(a.person, b.person))
    .slice(0, shown)
    .map(({ person }) => person);
}

function byName(a: Person, b: Person): number {
  const one = `${a.firstName} ${a.lastName}`;
  const other = `${b.firstName} ${b.lastName}`;
  return one < other ? -1 : one > other ? 1 : 0;
}
