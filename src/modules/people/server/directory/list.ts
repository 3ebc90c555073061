import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { listUsers, Person, User } from '../../contract.ts';
import { canListBy, manages } from '../policy.ts';
import { toPerson, toUser } from '../records.ts';
import { findStates, trueState } from '../status.ts';
import { type PersonRow, people } from '../tables.ts';
import { createAccountCounts, createPeopleCache } from './counts.ts';
import { createPages } from './pages.ts';
import { type Found, findMatching, isEveryone, type Search } from './search.ts';

type ListPeople = (
  actor: Actor,
  query: ValidOf<typeof listUsers>['query'],
) => Promise<AnswerOf<typeof listUsers>>;

/** One page of the people this actor may see. */
export function createDirectory(platform: Platform): ListPeople {
  const db = people(platform.db);
  const accounts = createAccountCounts(platform);
  const cached = createPeopleCache(platform);

  async function find(search: Search): Promise<Found> {
    if (!isEveryone(search)) {
      const load = () => findMatching(db, search);
      // A sign-in changes the order by last login without changing a record.
      const isByLogin = search.sort === 'lastLogin' || search.sort === '-lastLogin';
      return isByLogin ? load() : cached(JSON.stringify(search), load);
    }
    const { admins, bots, standard, pending } = await accounts();
    return { count: admins + bots + standard - (search.withPending ? 0 : pending), ids: null };
  }

  const readPage = createPages(platform, find);
  return async (actor, query) => {
    if (!canListBy(actor, query)) {
      throw forbidden('Only user management can use this filter or order.');
    }
    const { search: text, role, department, store, state, sort, page, limit } = query;
    // Pending people are visible only with user management.
    const withPending = manages(actor);
    const search = { text, role, department, store, state, sort, withPending };
    const { count: totalUsers, rows } = await readPage(search, {
      limit,
      offset: (page - 1) * limit,
    });
    const total = Math.ceil(totalUsers / limit);
    return {
      users: await describeTo(platform, actor, rows),
      pagination: { current: page, total, limit, totalUsers },
    };
  };
}

/** Full records with user management; your own status is never hidden from you. */
async function describeTo(
  platform: Platform,
  actor: Actor,
  rows: PersonRow[],
): Promise<(Person | User)[]> {
  const states = await findStates(platform, rows);
  return rows.map((row) => {
    const state = states.get(row.id) ?? trueState(row, false);
    if (manages(actor)) return toUser(row, state);
    return { ...toPerson(row, state), ...(row.id === actor.userId && state) };
  });
}
