import { sql } from 'kysely';
import { type Condition, escapeLike } from '../../../../platform/server/records/queries.ts';
import type { storeFilters } from '../../contract.ts';

type StoreFilter = (typeof storeFilters)[number];

/** Condition on `employees e`: at this store, or of the whole group. */
export const isAt = (store: StoreFilter | undefined): Condition =>
  store !== undefined && (store === 'group' ? sql`e.store is null` : sql`e.store = ${store}`);

/**
 * Condition on `employees e` and `users u`: name, preferred name or title contains what was typed. `withNumber`: or the
 * employee number starts with it. Colleagues do not search by number: at a kiosk it identifies an employee.
 */
export function matchesWords(typed: string, { withNumber = false } = {}): Condition {
  if (typed === '') return null;
  const words = escapeLike(typed.replace(/\s+/g, ' '));
  const named = sql`folded(u.shown_name || ' ' || coalesce(e.preferred_name, '') || ' '
    || coalesce(e.job_title, '')) like '%' || folded(${words}) || '%'`;
  return withNumber
    ? sql`${named} or lower(e.employee_number) like lower(${escapeLike(typed)}) || '%'`
    : named;
}
