import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf } from '../../../../platform/server/records/queries.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import {
  type TitleStep,
  type TitleTask,
  type TitleWork,
  titleSteps,
} from '../../contract/titles.ts';
import { canKeep, titleStoresOf } from '../policy.ts';
import type { JacketsDb } from '../tables.ts';

export interface WorkRow {
  deal_id: number;
  delivered_on: string;
  days: number;
  has_payoff: boolean;
  /** It goes to someone who registers it. */
  is_registered: boolean;
  steps: { step: TitleStep; day: string | null; by: string; at: string }[];
  /** The most urgent first. */
  open: { step: TitleTask; dueOn: string }[];
  tag_expires_on: string | null;
  version: number;
}

const day = (step: TitleStep) => sql`max(t.day) filter (where t.step = ${step})`;
const has = (step: TitleStep) => sql`bool_or(t.step = ${step})`;
const limit = (task: TitleTask) => sql`(l.days ->> ${task})::integer`;

/**
 * Joins delivered deals `d` with `work`: the days that were entered, and the tasks that are still open, each with the
 * day it is due. Deals delivered before the store began to keep title work here have none.
 */
export const joinWork = sql`
  join title_limits l on l.store = d.store and l.since <= d.delivered_on
  left join title_work held on held.deal_id = d.id
  cross join lateral (select coalesce(d.trade_payoff_cents, 0) > 0 as has_payoff,
    d.type in ('retail', 'lease', 'fleet') as is_registered) facts
  cross join lateral (select ${day('payoff_due')} as payoff_due, ${day('payoff_sent')} as payoff_sent,
      ${day('tag_expires')} as tag_expires,
      coalesce(${has('payoff_sent')}, false) as is_payoff_sent,
      coalesce(${has('payoff_confirmed')}, false) as is_payoff_confirmed,
      coalesce(${has('lien_released')}, false) as is_lien_released,
      coalesce(${has('title_in')}, false) as is_title_in,
      coalesce(${has('title_out')}, false) as is_title_out,
      coalesce(${has('registration_sent')}, false) as is_registration_sent,
      coalesce(json_agg(json_build_object('step', t.step, 'day', t.day, 'by', u.shown_name,
        'at', t.entered_at)) filter (where t.step is not null), '[]') as steps
    from title_steps t join users u on u.id = t.entered_by where t.deal_id = d.id) entered
  cross join lateral (
    select coalesce(json_agg(json_build_object('step', task.step, 'dueOn', task.due_on)
        order by task.due_on, task.nth), '[]') as open, min(task.due_on) as next_on,
      array_agg(task.step) as open_steps
    from (values
      (1, 'payoff_sent', has_payoff and not is_payoff_sent,
        coalesce(payoff_due, d.delivered_on + ${limit('payoff_sent')})),
      (2, 'payoff_confirmed', has_payoff and payoff_sent is not null and not is_payoff_confirmed,
        payoff_sent + ${limit('payoff_confirmed')}),
      (3, 'lien_released', has_payoff and payoff_sent is not null and not is_lien_released,
        payoff_sent + ${limit('lien_released')}),
      (4, 'title_in', not is_title_in, d.delivered_on + ${limit('title_in')}),
      (5, 'title_out', not is_title_out, d.delivered_on + ${limit('title_out')}),
      (6, 'registration_sent', is_registered and not is_registration_sent,
        coalesce(tag_expires, d.delivered_on + ${limit('registration_sent')}))
    ) task (nth, step, is_open, due_on) where task.is_open) work`;

/** The columns of a `WorkRow`. */
export const workColumns = (
  today: CalendarDate,
) => sql`d.id as deal_id, d.delivered_on::text as delivered_on,
  greatest(0, ${today}::date - d.delivered_on) as days, facts.has_payoff, facts.is_registered, entered.steps,
  work.open, case when facts.is_registered and not entered.is_registration_sent
    then entered.tag_expires::text end as tag_expires_on, coalesce(held.version, 0) as version`;

/** Delivered, and of a store whose title work the actor may see. */
export const workVisibleTo = (actor: Actor): RawBuilder<boolean> =>
  allOf([inStores('d.store', titleStoresOf(actor)), sql`d.delivered_on is not null`]);

/** The title work of a delivered deal; null if there is none, or the actor may not see it. */
export async function findTitleWork(
  db: JacketsDb,
  actor: Actor,
  dealId: number,
  today: CalendarDate,
): Promise<TitleWork | null> {
  const { rows } = await sql<WorkRow>`
    select ${workColumns(today)} from deals d ${joinWork}
    where d.id = ${dealId} and ${workVisibleTo(actor)}`.execute(db);
  return rows[0] ? toTitleWork(rows[0], actor, today) : null;
}

const ofPayoff: readonly TitleStep[] = [
  'payoff_due',
  'payoff_sent',
  'payoff_confirmed',
  'lien_released',
];
const ofRegistration: readonly TitleStep[] = ['tag_issued', 'tag_expires', 'registration_sent'];

/** The steps that concern a deal. */
const stepsOf = ({
  has_payoff,
  is_registered,
}: Pick<WorkRow, 'has_payoff' | 'is_registered'>): TitleStep[] =>
  titleSteps.filter(
    (step) =>
      (has_payoff || !ofPayoff.includes(step)) && (is_registered || !ofRegistration.includes(step)),
  );

export const toTitleWork = (row: WorkRow, actor: Actor, today: CalendarDate): TitleWork => ({
  dealId: row.deal_id,
  deliveredOn: row.delivered_on,
  days: row.days,
  applies: stepsOf(row),
  steps: row.steps
    .map((one) => ({ ...one, at: new Date(one.at).toISOString() }))
    .toSorted((a, b) => titleSteps.indexOf(a.step) - titleSteps.indexOf(b.step)),
  open: row.open.map((task) => ({ ...task, isOverdue: task.dueOn < today })),
  tagExpiresOn: row.tag_expires_on,
  version: row.version,
  may: { edit: canKeep(actor, 'deal') },
});
