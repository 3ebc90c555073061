import { sql } from 'kysely';
import { stores } from '../../../platform/contract/access.ts';
import { mayUse } from '../../../platform/server/records/staff.ts';

/** Condition on `users u`: an active HR writer in the HR department, who is notified of credentials. */
export const keepsCredentials = sql<boolean>`(u.is_active and not u.pending and u.deleted_at is null
  and u.department = 'hr' and ${mayUse({ page: 'hr', feature: 'manage_users' })})`;

/** Condition on `users u` and `employees e`: the store of the employee is one of theirs. */
export const isAtTheirStore = sql<boolean>`(case when e.store is null
  then u.store_access @> ${[...stores]}::text[] or 'all' = any(u.store_access)
  else u.store_access && array[e.store, 'all'] end)`;
