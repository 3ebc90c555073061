import { type RawBuilder, sql } from 'kysely';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import { wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { allOf, countUpTo, escapeLike } from '../../../../platform/server/records/queries.ts';
import { canPlanStart } from '../../../admin/server/public.ts';
import { listOutEquipment } from '../../../employees/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { findPersonById, manages } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import type { Run } from '../../contract.ts';
import { checkRun } from '../checks.ts';
import { listEvents } from '../events.ts';
import { mayHandOver } from '../handing-over/hand-over.ts';
import { countHandover } from '../handing-over/list.ts';
import { isInLine, isReadByHr, isVisibleTo } from '../policy.ts';
import {
  type FullRun,
  findItems,
  findRuns,
  getRunRow,
  getToday,
  isFinishable,
  runTables,
  toItem,
  toRunRow,
} from '../rows.ts';
import type { OnboardingServices } from '../services.ts';

const matching = (
  actor: Actor,
  { scope, kind, store, q }: ValidOf<typeof calls.countRuns>['query'],
): RawBuilder<boolean> =>
  allOf([
    isVisibleTo(actor),
    scope === 'open' ? sql`r.closed_at is null` : sql`r.closed_at is not null`,
    kind && sql`r.kind = ${kind}`,
    store && sql`coalesce(e.store, r.store) = ${store}`,
    q !== '' &&
      sql`(coalesce(u.shown_name, r.name) ilike ${`%${escapeLike(q)}%`}
        or coalesce(e.job_title, r.job_title) ilike ${`%${escapeLike(q)}%`})`,
  ]);

export function listRuns({ db }: OnboardingServices): Handler<typeof calls.listRuns> {
  return async ({ actor, query: { limit, offset, ...filters } }) => {
    const order = filters.scope === 'open' ? sql`r.day, r.id` : sql`r.closed_at desc, r.id desc`;
    const rows = await findRuns(db, actor, matching(actor, filters), { order, limit, offset });
    return rows.map(toRunRow);
  };
}

export function countRuns({ db }: OnboardingServices): Handler<typeof calls.countRuns> {
  return ({ actor, query }) =>
    countUpTo(db, sql`from ${runTables} where ${matching(actor, query)}`);
}

/** For HR and the line of managers: a colleague, and the employee, get none. */
export function listRunsOf({ db }: OnboardingServices): Handler<typeof calls.listRunsOf> {
  return async ({ actor, params: { employeeId } }) => {
    const where = sql`r.user_id = ${employeeId} and (${isReadByHr(actor)} or ${isInLine(actor)})`;
    const order = sql`r.closed_at is not null, r.id desc`;
    const rows = await findRuns(db, actor, where, { order });
    return rows.map(toRunRow);
  };
}

export function getRun(services: OnboardingServices): Handler<typeof calls.getRun> {
  return ({ actor, params: { runId } }) => describeRun(services, actor, runId);
}

/** A run as the actor sees it. Throws 404. */
export async function describeRun(
  services: OnboardingServices,
  actor: Actor,
  runId: number,
): Promise<AnswerOf<typeof calls.getRun>> {
  const { db } = services;
  const run = await getRunRow(db, actor, runId);
  const [today, timezone] = [await getToday(db), await getTimezone(db)];
  const items = await findItems(db, actor, sql`i.run_id = ${runId}`);
  const open = new Set(items.filter(({ state }) => state === 'open').map(({ kind }) => kind));
  const handsOver = mayHandOver(actor, run);
  const handover =
    handsOver && run.user_id !== null ? await countHandover(services, actor, run.user_id) : null;
  const person = run.user_id === null ? null : await findPersonById(db, run.user_id);
  const plansStart = person !== null && canPlanStart(actor, person);
  const checks = await checkRun(services, actor, run, open, handover);
  return {
    ...toRunRow(run),
    note: run.note,
    hr: run.reads_hr ? { reason: run.reason, mayReturn: run.may_return } : null,
    endTime: endTimeOf(run, timezone),
    items: items.map((item) => ({
      ...toItem(item, today),
      check: item.state === 'open' ? (checks.get(item.kind) ?? null) : null,
    })),
    equipment: run.user_id === null ? [] : await listOutEquipment(db, run.user_id),
    handover,
    events: await listEvents(db, runId),
    version: run.version,
    may: mayOf(actor, run, { handOver: handsOver, plansStart }),
  };
}

function mayOf(
  actor: Actor,
  run: FullRun,
  { handOver, plansStart }: { handOver: boolean; plansStart: boolean },
): Run['may'] {
  const isOpen = run.outcome === null;
  const keeps = isOpen && run.keeps;
  return {
    edit: keeps,
    cancel: keeps && run.ended_at === null,
    finish: keeps && isFinishable(run),
    endNow: keeps && run.kind === 'offboarding' && run.ended_at === null,
    link: isOpen && run.user_id === null && (run.keeps || manages(actor)),
    planStart: isOpen && run.kind === 'onboarding' && run.activated_at === null && plansStart,
    handOver,
    comment: true,
  };
}

/** Null: at the end of the day. */
function endTimeOf({ ends_at, day }: FullRun, timezone: string): string | null {
  if (ends_at === null) return null;
  const at = wallTimeAt(timezone, ends_at.getTime());
  return at.slice(0, 10) === day ? at.slice(11, 16) : null;
}
