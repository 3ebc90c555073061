import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/plans.ts';
import type { ReportId } from '../../contract/report.ts';
import { findReport } from '../all.ts';
import { describe } from '../asking/describe.ts';
import { canSetPlans, type Scope, scopeOf } from '../policy.ts';
import type { ReportsDb } from '../tables.ts';

export interface Target {
  store: Store;
  measure: string;
  value: number;
}

/** What these stores mean to reach in a month (`2026-11`), in cents or things; of whom nothing is said, nothing. */
export async function readTargets(
  db: Db<AnyTables>,
  asked: readonly Store[],
  report: ReportId,
  month: string,
): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select store, measure, value from report_targets
    where store = any(${asked}::text[]) and month = ${`${month}-01`}::date and report = ${report}
      and value is not null`.execute(db);
  return rows;
}

/** What there may be targets for, as far as this sight goes. */
export const targetsFor = (sight: Scope): AnswerOf<typeof calls.listTargets>['measures'] =>
  describe(sight).flatMap(({ id, measures }) =>
    measures.filter(({ isTarget }) => isTarget).map((measure) => ({ report: id, measure })),
  );

export async function listTargets(
  db: ReportsDb,
  actor: Actor,
  month: string,
): Promise<AnswerOf<typeof calls.listTargets>> {
  const sight = scopeOf(actor);
  const measures = targetsFor(sight);
  const { rows } = await sql<AnswerOf<typeof calls.listTargets>['targets'][number]>`
    select store, report, measure, value, version from report_targets
    where store = any(${sight.stores}::text[]) and month = ${`${month}-01`}::date
      and value is not null
    order by store, report, measure`.execute(db);
  return {
    measures,
    targets: rows.filter((row) => isAmong(measures, row.report, row.measure)),
    settable: sight.stores.filter((store) => canSetPlans(actor, store)),
  };
}

const isAmong = (told: ReturnType<typeof targetsFor>, report: ReportId, measure: string) =>
  told.some((one) => one.report === report && one.measure.id === measure);

type Wanted = ValidOf<typeof calls.setTarget>['body'];

/**
 * Sets what a store means to reach; each change is kept beside it and in the log. Throws 403 unless the actor
 * leads the store, 400 where it is no target of theirs to know, and 409 where it was set meanwhile.
 */
export async function setTarget(
  db: ReportsDb,
  { actor, ip }: { actor: Actor; ip: string },
  wanted: Wanted,
): Promise<{ version: number }> {
  const { store, month, report, measure, value } = wanted;
  if (!canSetPlans(actor, store))
    throw forbidden(`Targets of ${storeNames[store]} are not yours to set.`);
  const told = targetsFor(scopeOf(actor));
  if (!isAmong(told, report, measure)) throw invalid('There are no targets for that.');
  const found = findReport(report).measures.find(({ id }) => id === measure);
  return db.transaction().execute(async (tx) => {
    const { before, version } = await writeTarget(tx, actor, wanted);
    if (before === value) return { version: value === null ? 0 : version };
    await tx
      .insertInto('report_target_steps')
      .values({ ...{ store, report, measure, value }, month: `${month}-01`, set_by: actor.userId })
      .execute();
    const name = `${found?.label} of ${storeNames[store]}, ${month}`;
    // Not all who read the log may know money.
    const logged = (goal: number | null) =>
      found?.isMoney ? { isSet: goal !== null } : { value: goal };
    await recordActivity(tx, {
      ...{ actor, ip, action: 'reports.target_set' },
      subject: { type: 'report_target', id: `${store}:${month}:${report}.${measure}`, name },
      before: logged(before),
      after: logged(value),
    });
    return { version: value === null ? 0 : version };
  });
}

/** What it was, and its version from now on; one that was taken away counts as never set. */
async function writeTarget(tx: ReportsDb, { userId }: Actor, wanted: Wanted) {
  const { store, month, report, measure, value, version } = wanted;
  const first = `${month}-01`;
  const { rows: held } = await sql<{ value: number | null; version: number }>`
    select value, version from report_targets
    where store = ${store} and month = ${first}::date and report = ${report}
      and measure = ${measure} for update`.execute(tx);
  const before = held[0]?.value ?? null;
  if ((before === null ? 0 : held[0]?.version) !== version) throw setMeanwhile();
  if (before === value) return { before, version };
  const { rows } = await sql<{ version: number }>`
    insert into report_targets as t (store, month, report, measure, value, set_by)
    values (${store}, ${first}::date, ${report}, ${measure}, ${value}, ${userId})
    on conflict (store, month, report, measure) do update
      set value = excluded.value, set_by = excluded.set_by, set_at = clock_timestamp(),
        version = t.version + 1
      where t.version = ${held[0]?.version ?? 0}
    returning version`.execute(tx);
  // Two set it for the first time at once.
  if (!rows[0]) throw setMeanwhile();
  return { before, version: rows[0].version };
}

const setMeanwhile = () =>
  conflict('Somebody else has set this target meanwhile. Please look at it again.');
