import type { Department, Store } from '../../../platform/contract/access.ts';
import { departmentNames, storeNames } from '../../../platform/contract/names.ts';
import { forbidden, notFound } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { assertVersion, changedMeanwhile } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import type * as calls from '../contract/plan.ts';
import type { Plan } from '../contract/plan.ts';
import { canPlan, canSee } from './policy.ts';
import { publishSchedule } from './publish.ts';
import type { SchedulesDb } from './tables.ts';

export const usualGraceMinutes = 10;

/** Where nothing is set: no coverage, and the usual grace. */
const unset = {
  opening: [null, null, null, null, null, null, null],
  exceptions: [],
  targets: [],
  graceMinutes: usualGraceMinutes,
  alertsManagers: true,
  version: 0,
};

export async function findPlan(
  db: SchedulesDb,
  store: Store,
  department: Department,
): Promise<Plan> {
  const row = await db
    .selectFrom('schedule_plans')
    .selectAll()
    .where('store', '=', store)
    .where('department', '=', department)
    .executeTakeFirst();
  if (!row) return { store, department, ...unset };
  const { opening, exceptions, targets, version } = row;
  return {
    ...{ store, department, opening, exceptions, targets, version },
    graceMinutes: row.grace_minutes,
    alertsManagers: row.alerts_managers,
  };
}

export function getPlan(db: SchedulesDb): Handler<typeof calls.getPlan> {
  return async ({ actor, params: { store, department } }) => {
    if (!canSee(actor, store, department)) throw notFound();
    return findPlan(db, store, department);
  };
}

export const planRefusal = 'Only managers of this store can plan its schedule.';

/** Names a schedule in the activity log. */
export const scheduleSubject = (store: Store, department: Department) => ({
  type: 'schedule',
  id: `${store}/${department}`,
  name: `${storeNames[store]}, ${departmentNames[department]}`,
});

export function savePlan(platform: Platform, writes: Limit): Handler<typeof calls.savePlan> {
  const db: SchedulesDb = platform.db;
  return async ({ actor, params: { store, department }, body, ip }) => {
    await writes.consume(String(actor.userId));
    if (!canSee(actor, store, department)) throw notFound();
    if (!canPlan(actor, store)) throw forbidden(planRefusal);
    const { version, ...fields } = body;
    const saved = await db.transaction().execute(async (tx) => {
      const before = await findPlan(tx, store, department);
      assertVersion(before, version, 'these hours', 'load');
      const row = {
        opening: JSON.stringify(fields.opening),
        exceptions: JSON.stringify(
          fields.exceptions.toSorted((a, b) => a.date.localeCompare(b.date)),
        ),
        targets: JSON.stringify(fields.targets),
        grace_minutes: fields.graceMinutes,
        alerts_managers: fields.alertsManagers,
      };
      // Of two who save at once, the second finds another version.
      const changed = await tx
        .insertInto('schedule_plans')
        .values({ store, department, ...row })
        .onConflict((at) =>
          at
            .columns(['store', 'department'])
            .doUpdateSet({ ...row, version: version + 1 })
            .where('schedule_plans.version', '=', version),
        )
        .returning('version')
        .executeTakeFirst();
      if (!changed) throw changedMeanwhile('these hours', 'load');
      const { version: _, store: __, department: ___, ...was } = before;
      await recordActivity(tx, {
        ...{ actor, ip },
        action: 'schedule.hours_changed',
        subject: scheduleSubject(store, department),
        before: was,
        after: fields,
      });
      return findPlan(tx, store, department);
    });
    publishSchedule(platform, store);
    return saved;
  };
}
