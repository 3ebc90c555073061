import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { expiringDays } from '../../contract/credential.ts';
import { isEmployed, isNeeded, isThere, joinSubmitted, placesOf } from '../needs.ts';

/** The status of a credential `c` with its current term `t`, before and without which it is `submitted`. */
export const statusOn = (today: CalendarDate) => sql`case
  when c.revoked_on <= ${today}::date then 'revoked'
  when t.id is null then 'submitted'
  when t.expires_on < ${today}::date then 'expired'
  when t.expires_on <= ${today}::date + ${expiringDays}::integer then 'expiring'
  else 'valid' end`;

/** The last day on which an expired one still lets its holder sell or drive; null if that is over, or for others. */
export const graceOn = (today: CalendarDate) => sql`case
  when c.revoked_on is null and k.grace_days > 0 and t.expires_on < ${today}::date
    and t.expires_on + k.grace_days >= ${today}::date then t.expires_on + k.grace_days end`;

/**
 * The items `i` of the employees for whom `who` holds (a condition on `employees e` and `users u`): one for each
 * credential, and one for each that the job needs and the employee lacks.
 */
export const itemsOf = (who: RawBuilder<unknown>, today: CalendarDate) => sql`(
  select 'c' || c.id as id, c.id as credential_id, e.user_id, c.kind_id, c.store,
    ${statusOn(today)} as status, t.issued_on, t.expires_on, ${graceOn(today)} as grace_until,
    p.id is not null as is_pending, c.version
  from employee_credentials c
    join employees e on e.user_id = c.user_id join users u on u.id = e.user_id
    join credential_kinds k on k.id = c.kind_id and not k.is_archived
    left join credential_terms t on t.id = c.term_id
    ${joinSubmitted}
  where ${isThere} and ${isEmployed(today)} and ${who}
  union all
  select 'm' || e.user_id || '-' || k.id || coalesce('-' || place.store, ''), null, e.user_id, k.id,
    place.store, 'missing', null, null, null, false, 0
  from employees e join users u on u.id = e.user_id
    cross join credential_kinds k
    cross join lateral ${placesOf} place (store)
  where not k.is_archived and ${isEmployed(today)} and ${who} and ${isNeeded(sql`place.store`)}
    and not exists (select from employee_credentials c ${joinSubmitted}
      where c.user_id = e.user_id and c.kind_id = k.id and ${isThere}
        and (place.store is null or c.store = place.store))
  ) i`;

/** What needs someone’s attention first. */
export const rankOf = sql`case i.status when 'revoked' then 1 when 'expired' then 2 when 'missing' then 3
  when 'expiring' then 4 when 'submitted' then 5 else 6 end`;
