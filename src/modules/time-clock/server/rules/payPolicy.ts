import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import {
  changeSetting,
  getSetting,
  getTimezone,
  type Setting,
} from '../../../organization/server/public.ts';
import type * as calls from '../../contract/rules.ts';
import {
  defaultPolicy,
  type OvertimeBasis,
  type Policy,
  policy,
  type Rules,
} from '../../contract/rules.ts';
import type { HoursLocks } from '../periods.ts';
import type { ClockDb } from '../tables.ts';

const setting: Setting<Policy> = {
  name: 'time-clock.policy',
  schema: policy,
  fallback: defaultPolicy,
};

/** The group's rules and time zone. */
export interface GroupRules {
  timezone: string;
  policy: Policy;
}

export const readPolicy = (db: Db<AnyTables>): Promise<Policy> => getSetting(db, setting);

export async function readGroupRules(db: ClockDb): Promise<GroupRules> {
  const [timezone, current] = await Promise.all([getTimezone(db), readPolicy(db)]);
  return { timezone, policy: current };
}

/** People at several stores get the strictest law. */
export function rulesFor(
  { timezone, policy: { laws, paidBreakMinutes, breakAfterMinutes } }: GroupRules,
  stores: readonly string[],
  basis: OvertimeBasis,
): Rules {
  const isCalifornia = Object.entries(laws).some(
    ([store, law]) => law === 'california' && (stores.includes(store) || stores.includes('all')),
  );
  return {
    timezone,
    law: isCalifornia ? 'california' : 'federal',
    basis,
    paidBreakMinutes,
    breakAfterMinutes,
  };
}

/** Another workweek would count all hours again: also those that were approved or are paid, and some twice. */
async function assertNothingSettled(tx: ClockDb, locks: HoursLocks): Promise<void> {
  const { rows } = await sql`
    select from (select distinct on (user_id, week_start) approved from time_approvals
      order by user_id, week_start, id desc) latest where approved limit 1`.execute(tx);
  if (rows.length === 0 && !(await locks.hasLocked(tx))) return;
  const problem = 'Hours were already approved or locked by this workweek';
  throw conflict(`${problem}, so its first day can’t change.`, { weekStartsOn: problem });
}

export function setPolicy(db: ClockDb, locks: HoursLocks): Handler<typeof calls.setPolicy> {
  return ({ actor, body, ip }) =>
    db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${setting.name}), 0)`.execute(tx);
      const before = await readPolicy(tx);
      if (JSON.stringify(before) === JSON.stringify(body)) return before;
      if (before.weekStartsOn !== body.weekStartsOn) await assertNothingSettled(tx, locks);
      await changeSetting(tx, setting, body);
      await recordActivity(tx, {
        actor,
        action: 'hours.policy_changed',
        subject: { type: 'organization', id: 'time-clock', name: 'Time clock' },
        before,
        after: body,
        ip,
      });
      return body;
    });
}
