import { sql } from 'kysely';
import { dateAt } from '../../../../platform/contract/wallTime.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { changedMeanwhile } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { payrollChanged } from '../../contract/review.ts';
import { payrollUnits } from '../../contract/rights.ts';
import type { addSchedule as call, Schedules } from '../../contract/schedule.ts';
import type { PayrollDb } from '../tables.ts';
import { dayText } from './days.ts';
import { lockPayroll } from './keep.ts';
import { readSchedules } from './read.ts';

/** It is one calendar for the whole group. */
const mayChange = (actor: Actor) => payrollUnits(actor).includes('group');

export async function getSchedules(db: PayrollDb, actor: Actor): Promise<Schedules> {
  const [schedules, settledThrough, timezone] = await Promise.all([
    readSchedules(db),
    findSettledThrough(db),
    getTimezone(db),
  ]);
  return {
    schedules: schedules.map(({ at, ...schedule }) => ({ ...schedule, at: at.toISOString() })),
    settledThrough,
    today: dateAt(timezone, Date.now()),
    may: { change: mayChange(actor) },
  };
}

/** The last day about which something was recorded: of the periods until then the days stay. */
async function findSettledThrough(db: PayrollDb): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(ends_on)::text as day from payroll_periods`.execute(db);
  return rows[0]?.day ?? null;
}

export function addSchedule(platform: Platform): Handler<typeof call> {
  const db: PayrollDb = platform.db;
  return async ({ actor, body: { frequency, startsOn, payDays, after }, ip }) => {
    if (!mayChange(actor)) {
      throw forbidden('Only those who run the payroll of all stores can change pay periods.');
    }
    await db.transaction().execute(async (tx) => {
      await lockPayroll(tx);
      const before = (await readSchedules(tx)).at(-1);
      if ((before?.id ?? null) !== after) throw changedMeanwhile('the pay periods');
      const settled = await findSettledThrough(tx);
      if (settled !== null && startsOn <= settled) {
        const problem = `Hours until ${dayText(settled)} were already signed, approved or locked. Choose a later day.`;
        throw invalid(problem, { startsOn: problem });
      }
      if (
        before?.frequency === frequency &&
        before.startsOn === startsOn &&
        before.payDays === payDays
      ) {
        throw conflict('Pay periods are already like this.');
      }
      await tx
        .insertInto('payroll_schedules')
        .values({ frequency, starts_on: startsOn, pay_days: payDays, created_by: actor.userId })
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'payroll.schedule_changed',
        subject: { type: 'organization', id: 'payroll', name: 'Pay periods' },
        before: before
          ? { frequency: before.frequency, startsOn: before.startsOn, payDays: before.payDays }
          : null,
        after: { frequency, startsOn, payDays },
        ip,
      });
    });
    platform.realtime.publish('everyone:', payrollChanged, { period: null });
    return getSchedules(db, actor);
  };
}
