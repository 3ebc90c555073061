import { sql } from 'kysely';
import type { AnswerOf, ValidOf } from '../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../platform/contract/names.ts';
import { forbidden, invalid } from '../../../platform/server/errors.ts';
import type { Actor, RequestContext } from '../../../platform/server/http/actor.ts';
import { changedMeanwhile } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import type * as calls from '../contract/plans.ts';
import type { ReportId } from '../contract/report.ts';
import { findReport } from './all.ts';
import { canSetPlans, type Scope, scopeOf } from './policy.ts';
import { describe } from './query/describe.ts';
import type { ReportsDb } from './tables.ts';

/** The measures that can have targets, limited to this scope. */
async function targetsFor(
  db: ReportsDb,
  scope: Scope,
): Promise<AnswerOf<typeof calls.listTargets>['measures']> {
  const described = await describe(db, scope);
  return described.flatMap(({ id, measures }) =>
    measures.filter(({ isTarget }) => isTarget).map((measure) => ({ report: id, measure })),
  );
}

export async function listTargets(
  db: ReportsDb,
  actor: Actor,
  month: string,
): Promise<AnswerOf<typeof calls.listTargets>> {
  const scope = scopeOf(actor);
  const measures = await targetsFor(db, scope);
  const { rows } = await sql<AnswerOf<typeof calls.listTargets>['targets'][number]>`
    select store, report, measure, value, version from report_targets
    where store = any(${scope.stores}::text[]) and month = ${`${month}-01`}::date
      and value is not null
    order by store, report, measure`.execute(db);
  return {
    measures,
    targets: rows.filter((row) => isAmong(measures, row.report, row.measure)),
    settable: scope.stores.filter((store) => canSetPlans(actor, store)),
  };
}

const isAmong = (
  targets: Awaited<ReturnType<typeof targetsFor>>,
  report: ReportId,
  measure: string,
) => targets.some((one) => one.report === report && one.measure.id === measure);

type SetTarget = ValidOf<typeof calls.setTarget>['body'];

/**
 * Sets a target; each change is kept in its history and in the activity log. Throws 403 unless the actor leads
 * the store, 400 for a measure they cannot see or set, and 409 on a concurrent change.
 */
export async function setTarget(
  db: ReportsDb,
  { actor, ip }: RequestContext,
  command: SetTarget,
): Promise<{ version: number }> {
  const { store, month, report, measure, value } = command;
  if (!canSetPlans(actor, store))
    throw forbidden(`You don’t have permission to set targets for ${storeNames[store]}.`);
  const allowed = await targetsFor(db, scopeOf(actor));
  if (!isAmong(allowed, report, measure)) throw invalid('This measure can’t have a target.');
  const found = findReport(report).measures.find(({ id }) => id === measure);
  return db.transaction().execute(async (tx) => {
    const { before, version } = await writeTarget(tx, actor, command);
    if (before === value) return { version: value === null ? 0 : version };
    await tx
      .insertInto('report_target_steps')
      .values({ store, report, measure, value, month: `${month}-01`, set_by: actor.userId })
      .execute();
    const name = `${found?.label}, ${storeNames[store]}, ${month}`;
    // Readers of the activity log may not have access to financial figures.
    const logged = (goal: number | null) =>
      found?.isMoney ? { isSet: goal !== null } : { value: goal };
    await recordActivity(tx, {
      actor,
      ip,
      action: 'reports.target_set',
      subject: { type: 'report_target', id: `${store}:${month}:${report}.${measure}`, name },
      before: logged(before),
      after: logged(value),
    });
    return { version: value === null ? 0 : version };
  });
}

/** Returns the previous value and the new version; a removed target counts as never set. */
async function writeTarget(tx: ReportsDb, { userId }: Actor, command: SetTarget) {
  const { store, month, report, measure, value, version } = command;
  const first = `${month}-01`;
  const { rows: current } = await sql<{ value: number | null; version: number }>`
    select value, version from report_targets
    where store = ${store} and month = ${first}::date and report = ${report}
      and measure = ${measure} for update`.execute(tx);
  const before = current[0]?.value ?? null;
  if ((before === null ? 0 : current[0]?.version) !== version)
    throw changedMeanwhile('this target');
  if (before === value) return { before, version };
  const { rows } = await sql<{ version: number }>`
    insert into report_targets as t (store, month, report, measure, value, set_by)
    values (${store}, ${first}::date, ${report}, ${measure}, ${value}, ${userId})
    on conflict (store, month, report, measure) do update
      set value = excluded.value, set_by = excluded.set_by, set_at = clock_timestamp(),
        version = t.version + 1
      where t.version = ${current[0]?.version ?? 0}
    returning version`.execute(tx);
  // Two users set it for the first time at once.
  if (!rows[0]) throw changedMeanwhile('this target');
  return { before, version: rows[0].version };
}
