import { sql } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { getReportingTree as call, TreeRow } from '../../contract.ts';
import { isInDirectory } from '../policy.ts';
import type { EmployeesDb } from '../tables.ts';
import { getToday } from '../today.ts';
import { byName } from './cards.ts';

export interface TreeEmployee {
  id: number;
  name: string;
  jobTitle: string | null;
  store: Store | null;
  department: Department | null;
  managerId: number | null;
  /** Former employees, and those who cannot sign in, only connect those below to those above. */
  isShown: boolean;
}

type StoreFilter = ValidOf<typeof call>['query']['store'];

/** Who reports to whom among all who work here; of one store with those above, who may be of another. */
export async function getReportingTree(
  db: EmployeesDb,
  { store }: { store?: StoreFilter },
): Promise<TreeRow[]> {
  const today = await getToday(db);
  const { rows } = await sql<TreeEmployee>`
    select e.user_id as id, u.shown_name as name, e.job_title as "jobTitle", e.store, e.department,
      e.manager_id as "managerId", ${isInDirectory(today)} as "isShown"
    from employees e join users u on u.id = e.user_id order by ${byName}`.execute(db);
  return buildTree(rows, store);
}

/**
 * The rows of the tree in the order of the employees. Someone whose manager is not shown reports to the nearest one
 * above who is; without any they are a root. Counts are of the whole group, also where only a store is asked for.
 */
export function buildTree(employees: readonly TreeEmployee[], store?: StoreFilter): TreeRow[] {
  const byId = new Map(employees.map((one) => [one.id, one]));
  const shown = employees.filter(({ isShown }) => isShown);
  const managers = new Map(shown.map((one) => [one.id, findShownAbove(one, byId)]));
  const direct = new Map<number, number>();
  const all = new Map<number, number>();
  const add = (counts: Map<number, number>, id: number) =>
    counts.set(id, (counts.get(id) ?? 0) + 1);
  const kept = new Set<number>();
  for (const one of shown) {
    const above = chainAbove(one.id, managers);
    if (above[0] !== undefined) add(direct, above[0]);
    for (const id of above) add(all, id);
    if (isOf(one, store)) for (const id of [one.id, ...above]) kept.add(id);
  }
  return shown
    .filter(({ id }) => kept.has(id))
    .map(({ isShown: _, ...one }) => ({
      ...one,
      managerId: managers.get(one.id) ?? null,
      directReports: direct.get(one.id) ?? 0,
      allReports: all.get(one.id) ?? 0,
      isAbove: !isOf(one, store),
    }));
}

const isOf = (one: Pick<TreeEmployee, 'store'>, store: StoreFilter) =>
  store === undefined || (store === 'group' ? one.store === null : one.store === store);

function findShownAbove(one: TreeEmployee, byId: ReadonlyMap<number, TreeEmployee>): number | null {
  const seen = new Set([one.id]);
  let at = one.managerId;
  while (at !== null && !seen.has(at)) {
    const above = byId.get(at);
    if (!above) return null;
    if (above.isShown) return at;
    seen.add(at);
    at = above.managerId;
  }
  return null;
}

/** Nearest first. No one can be made their own manager; if it happened, the chain still ends. */
function chainAbove(id: number, managers: ReadonlyMap<number, number | null>): number[] {
  const chain: number[] = [];
  let at = managers.get(id) ?? null;
  while (at !== null && at !== id && !chain.includes(at)) {
    chain.push(at);
    at = managers.get(at) ?? null;
  }
  return chain;
}
