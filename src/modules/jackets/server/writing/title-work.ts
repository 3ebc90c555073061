import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import {
  plannedSteps,
  type saveTitleWork as saveCall,
  stepNames,
  type TitleStep,
  type TitleWork,
  titleTasks,
} from '../../contract/titles.ts';
import { canKeep, keepRefusals } from '../policy.ts';
import { publishJacketChanged } from '../publish.ts';
import { getSubject, getToday } from '../records/find.ts';
import type { JacketsDb } from '../tables.ts';
import { findTitleWork } from '../titles/work.ts';

type Steps = ValidOf<typeof saveCall>['body']['steps'];
type Days = Map<TitleStep, CalendarDate | null>;

/** Steps that cannot come before others. */
const orders: readonly (readonly [earlier: TitleStep, later: TitleStep])[] = [
  ['payoff_sent', 'payoff_confirmed'],
  ['payoff_sent', 'lien_released'],
  ['title_in', 'title_out'],
  ['tag_issued', 'tag_expires'],
];

/** Throws 400 for days that cannot be, and 409 for steps that do not concern the deal. */
function assertValid(steps: Steps, work: TitleWork, today: CalendarDate): Days {
  const days: Days = new Map(steps.map(({ step, day }) => [step, day]));
  if (days.size < steps.length) throw invalid('Each step can have one day only.');
  for (const [step, day] of days) {
    const name = stepNames[step];
    const refuse = (sentence: string) => invalid(`${name}: ${sentence}`, { [step]: sentence });
    if (!work.applies.includes(step)) throw conflict(`${name} does not concern this deal.`);
    if (day === null && !titleTasks.some((task) => task === step))
      throw refuse('Enter a day, or leave it empty');
    if (day !== null && day > today && !plannedSteps.includes(step)) {
      throw refuse('Choose a day that isn’t in the future');
    }
  }
  for (const [earlier, later] of orders) {
    const [from, to] = [days.get(earlier), days.get(later)];
    if (from && to && to < from) {
      const sentence = `Choose the day of “${stepNames[earlier]}” or a later one`;
      throw invalid(`${stepNames[later]}: ${sentence}`, { [later]: sentence });
    }
  }
  return days;
}

const entriesOf = (days: Days) =>
  Object.fromEntries([...days].map(([step, day]) => [step, day ?? 'not needed']));

/** Enters the days of a delivered deal’s title work. Those that stay keep who entered them. */
export function saveTitleWork(platform: Platform, writes: Limit): Handler<typeof saveCall> {
  const db: JacketsDb = platform.db;
  return async ({ actor, params: { dealId }, body: { version, steps }, ip }) => {
    await writes.consume(String(actor.userId));
    const today = await getToday(db);
    const { deal, work } = await db.transaction().execute(async (tx) => {
      const found = await getSubject(tx, actor, 'deal', dealId);
      if (!canKeep(actor, 'deal')) throw forbidden(keepRefusals.deal);
      await sql`insert into title_work (deal_id, version) values (${dealId}, 0)
        on conflict do nothing`.execute(tx);
      const held = await tx
        .selectFrom('title_work')
        .select('version')
        .where('deal_id', '=', dealId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      assertVersion(held, version, 'this title work', 'load');
      const before = await findTitleWork(tx, actor, dealId, today);
      if (!before) {
        throw conflict(
          found.delivered_on === null
            ? 'Title work starts when the deal is delivered.'
            : 'This deal was delivered before title work was kept here.',
        );
      }
      const days = assertValid(steps, before, today);
      const entered: Days = new Map(before.steps.map(({ step, day }) => [step, day]));
      const changed = [...days].filter(
        ([step, day]) => !entered.has(step) || entered.get(step) !== day,
      );
      const cleared = [...entered.keys()].filter(
        (step) => before.applies.includes(step) && !days.has(step),
      );
      if (changed.length === 0 && cleared.length === 0) return { deal: null, work: before };
      if (cleared.length > 0) {
        await tx
          .deleteFrom('title_steps')
          .where('deal_id', '=', dealId)
          .where('step', 'in', cleared)
          .execute();
      }
      if (changed.length > 0) {
        const { userId } = actor;
        await sql`insert into title_steps (deal_id, step, day, entered_by)
          select ${dealId}::integer, entry.step, entry.day::date, ${userId}::integer
          from unnest(${changed.map(([step]) => step)}::text[], ${changed.map(([, day]) => day)}::text[])
            entry (step, day)
          on conflict (deal_id, step) do update set day = excluded.day,
            entered_by = excluded.entered_by, entered_at = clock_timestamp()`.execute(tx);
      }
      await tx
        .updateTable('title_work')
        .set({ version: held.version + 1 })
        .where('deal_id', '=', dealId)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'title_work.changed',
        subject: { type: 'deal', id: dealId, name: found.title },
        before: entriesOf(entered),
        after: entriesOf(days),
        ip,
      });
      const after = await findTitleWork(tx, actor, dealId, today);
      return { deal: found, work: after ?? before };
    });
    if (deal) publishJacketChanged(platform, { record: 'deal', id: dealId, stores: deal.stores });
    return work;
  };
}
