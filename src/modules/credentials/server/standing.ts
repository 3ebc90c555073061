import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { storeNames } from '../../../platform/contract/names.ts';
import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { FindStaffProblems } from '../../../platform/server/records/staff.ts';
import { inSentence } from '../contract/labels.ts';
import { getToday } from './days.ts';
import { isNeeded, isThere, joinSubmitted } from './needs.ts';
import type { CredentialsDb } from './tables.ts';

/** Why employees may not, by their id: `salesperson license expired`. There is no entry for those who may. */
export type Reasons = Map<number, string>;

/**
 * Which of these employees may not sell at the store on this day: their job needs a credential that is not valid, or
 * they had one that ended. A kind forbids nothing until the first credential of it is verified.
 */
export const cannotSell = (
  db: Db<AnyTables>,
  ids: readonly number[],
  store: Store,
  day: CalendarDate,
): Promise<Reasons> => findReasons(db, ids, { use: sql`k.is_for_selling`, store, day });

/** The same for driving vehicles of the stock. */
export const cannotDrive = (
  db: Db<AnyTables>,
  ids: readonly number[],
  day: CalendarDate,
): Promise<Reasons> => findReasons(db, ids, { use: sql`k.is_for_driving`, store: null, day });

interface Question {
  /** Condition on `credential_kinds k`. */
  use: RawBuilder<unknown>;
  /** Null: wherever they work. */
  store: Store | null;
  day: CalendarDate;
}

interface ReasonRow {
  user_id: number;
  kind: string;
  by_store: boolean;
  why: 'revoked' | 'expired' | 'submitted' | 'missing';
}

async function findReasons(
  db: CredentialsDb,
  ids: readonly number[],
  { use, store, day }: Question,
): Promise<Reasons> {
  const reasons: Reasons = new Map();
  if (ids.length === 0) return reasons;
  const { rows } = await sql<ReasonRow>`
    select e.user_id, k.name as kind, k.by_store, case when held.is_revoked then 'revoked'
      when held.is_over then 'expired' when held.is_submitted then 'submitted' else 'missing' end as why
    from employees e join users u on u.id = e.user_id
    join credential_kinds k on ${use} and not k.is_archived
      and exists (select from employee_credentials any_one where any_one.kind_id = k.id
        and any_one.removed_at is null and any_one.term_id is not null)
    cross join lateral (
      select coalesce(bool_or(is_in_force.yes and not is_revoked.yes), false) as is_valid,
        coalesce(bool_or(is_revoked.yes), false) as is_revoked,
        coalesce(bool_or(c.term_id is not null), false) as is_over,
        coalesce(bool_or(p.id is not null), false) as is_submitted
      from employee_credentials c ${joinSubmitted}
      cross join lateral (select coalesce(c.revoked_on <= ${day}::date, false) as yes) is_revoked
      cross join lateral (select exists (select from credential_terms t
        where t.credential_id = c.id and t.state = 'verified'
          and coalesce(t.issued_on <= ${day}::date, true)
          and coalesce(t.expires_on + k.grace_days >= ${day}::date, true)) as yes) is_in_force
      where c.user_id = e.user_id and c.kind_id = k.id and ${isThere}
        and (not k.by_store or ${store}::text is null or c.store = ${store})) held
    where e.user_id = any(${[...ids]}::integer[]) and not held.is_valid
      and (held.is_revoked or held.is_over or ${isNeeded(sql`${store}::text`)})
    order by e.user_id, k.position, k.id`.execute(db);
  for (const row of rows) {
    const reason = reasonOf(row, store);
    const before = reasons.get(row.user_id);
    reasons.set(row.user_id, before === undefined ? reason : `${before}, ${reason}`);
  }
  return reasons;
}

function reasonOf({ kind, by_store, why }: ReasonRow, store: Store | null): string {
  const name = inSentence(by_store && store !== null ? `${kind} for ${storeNames[store]}` : kind);
  return why === 'submitted' ? `${name} not verified yet` : `${name} ${why}`;
}

const readSettings = (db: CredentialsDb) =>
  db.selectFrom('credential_settings').select(['selling', 'driving']).executeTakeFirstOrThrow();

const nothing = { reasons: new Map<number, string>(), isRefused: false };

/** Who may not sell at the store today, for modules that assign leads and deals. */
export const findSellingProblems: FindStaffProblems = async (db, ids, store) => {
  const { selling } = await readSettings(db);
  if (selling === 'off') return nothing;
  const reasons = await cannotSell(db, ids, store, await getToday(db));
  return { reasons, isRefused: selling === 'refuse' };
};

/** Who may not drive stock today, for check-outs. */
export const findDrivingProblems: FindStaffProblems = async (db, ids) => {
  const { driving } = await readSettings(db);
  if (driving === 'off') return nothing;
  return {
    reasons: await cannotDrive(db, ids, await getToday(db)),
    isRefused: driving === 'refuse',
  };
};
