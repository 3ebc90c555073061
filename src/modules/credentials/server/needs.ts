import { type RawBuilder, sql } from 'kysely';
import { stores } from '../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../platform/contract/wallTime.ts';

/** Condition on `employees e` and `users u`: works here on this day. */
export const isEmployed = (today: CalendarDate): RawBuilder<boolean> => sql<boolean>`
  (u.is_active and not u.pending and u.deleted_at is null
    and (e.left_on is null or e.left_on >= ${today}::date))`;

/**
 * The places where an employee `e` with account `u` needs one credential of a kind `k` each, as `store`: their home
 * store, or all stores they work at; null for a kind that holds everywhere.
 */
export const placesOf = sql`unnest(case
    when not k.by_store then array[null]::text[]
    when e.store is not null then array[e.store]
    when 'all' = any(u.store_access) then ${[...stores]}::text[]
    else u.store_access end)`;

/** Condition: the job of employee `e` with account `u` needs a kind `k` at this store, or anywhere if it is null. */
export const isNeeded = (store: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from credential_requirements r where r.kind_id = k.id
    and (r.department is null or r.department = e.department)
    and (r.job_title is null or lower(r.job_title) = lower(e.job_title))
    and (r.store is null or r.store = coalesce(${store}, e.store)
      or coalesce(${store}, e.store) is null and u.store_access && array[r.store, 'all']))`;

/** Condition on `credentials c` with its submitted term `p`: it is in force or was, or waits for HR. */
export const isThere = sql<boolean>`(c.removed_at is null and (c.term_id is not null or p.id is not null))`;

export const joinSubmitted = sql`left join credential_terms p
  on p.credential_id = c.id and p.state = 'submitted'`;
