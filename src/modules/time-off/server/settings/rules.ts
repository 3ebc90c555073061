import { sql } from 'kysely';
import { forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/rules.ts';
import type { Rule, RuleInput } from '../../contract/rules.ts';
import { lastOfMonth } from '../accrual/calendar.ts';
import { findKinds } from '../kinds.ts';
import { queueRecalculation } from '../ledger/jobs.ts';
import { canChangeAt } from '../policy.ts';
import { publishTimeOff } from '../publish.ts';
import type { Services } from '../services.ts';
import type { TimeOffDb } from '../tables.ts';
import { listRules } from './reading.ts';

function refuse(field: string, message: string): never {
  throw invalid(message, { [field]: message });
}

/** A rule has everything that its method needs. */
async function assertValid(db: TimeOffDb, rule: RuleInput): Promise<void> {
  const kind = (await findKinds(db)).find(({ id }) => id === rule.kindId);
  if (!kind) refuse('kindId', 'Choose a kind of time off.');
  if (!kind.hasBalance) refuse('kindId', `${kind.name} has no balance, so nothing accrues.`);
  if (rule.endsOn !== null && rule.endsOn < rule.effectiveOn) {
    refuse('endsOn', 'The last day can’t be before the first.');
  }
  if (rule.carryOverMonths !== null && rule.carryOverMinutes === 0) {
    refuse('carryOverMonths', 'Nothing is carried over that could expire.');
  }
  if (rule.method === 'none') return;
  const years = rule.steps.map(({ afterYears }) => afterYears);
  if (!years.includes(0)) refuse('steps', 'Enter hours for the first year.');
  if (new Set(years).size < years.length) refuse('steps', 'Enter each number of years once.');
  if (rule.method === 'period' && rule.period === null) refuse('period', 'Choose a pay period.');
  const hasAnchor = rule.period === 'weekly' || rule.period === 'biweekly';
  if (rule.method === 'period' && hasAnchor && rule.periodAnchor === null) {
    refuse('periodAnchor', 'Choose the first day of a pay period.');
  }
  if (rule.method === 'hours_worked' && rule.workedMinutes === null) {
    refuse('workedMinutes', 'Enter the hours worked.');
  }
  const { yearStart } = rule;
  if (yearStart && yearStart.day > lastOfMonth(2026, yearStart.month)) {
    refuse('yearStart', 'This month has no such day.');
  }
}

const toColumns = (rule: RuleInput) => {
  const isPeriod = rule.method === 'period';
  const hasAnchor = rule.period === 'weekly' || rule.period === 'biweekly';
  return {
    kind_id: rule.kindId,
    store: rule.store,
    department: rule.department,
    effective_on: rule.effectiveOn,
    ends_on: rule.endsOn,
    method: rule.method,
    steps: JSON.stringify(
      rule.method === 'none'
        ? []
        : rule.steps.toSorted((one, other) => one.afterYears - other.afterYears),
    ),
    period: isPeriod ? rule.period : null,
    period_anchor: isPeriod && hasAnchor ? rule.periodAnchor : null,
    year_month: rule.yearStart?.month ?? null,
    year_day: rule.yearStart?.day ?? null,
    worked_minutes: rule.method === 'hours_worked' ? rule.workedMinutes : null,
    waiting_days: rule.waitingDays,
    usable_after_days: rule.usableAfterDays,
    cap_minutes: rule.capMinutes,
    carry_over_minutes: rule.carryOverMinutes,
    carry_over_months: rule.carryOverMonths,
    prorates: rule.prorates,
  };
};

function assertMay(actor: Actor, store: RuleInput['store']): void {
  if (canChangeAt(actor, store)) return;
  throw forbidden(
    store === null
      ? 'Rules for every store are changed by HR of all stores.'
      : 'You can change rules of your own stores.',
  );
}

export function addRule(services: Services): Handler<typeof calls.addRule> {
  const { db, platform, writes } = services;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    assertMay(actor, body.store);
    await assertValid(db, body);
    const id = await db.transaction().execute(async (tx) => {
      const added = await tx
        .insertInto('time_off_rules')
        .values({ ...toColumns(body), created_by: actor.userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      await queueRecalculation(tx, services);
      await record(tx, actor, { act: 'added', id: added.id, before: null, after: body, ip });
      return added.id;
    });
    publishTimeOff(platform);
    return getRule(db, actor, id);
  };
}

export function saveRule(services: Services): Handler<typeof calls.saveRule> {
  const { db, platform, writes } = services;
  return async ({ actor, params: { ruleId }, body: { version, ...body }, ip }) => {
    await writes.consume(String(actor.userId));
    const before = await getRule(db, actor, ruleId);
    assertMay(actor, before.store);
    assertMay(actor, body.store);
    await assertValid(db, body);
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('time_off_rules')
        .select(['version'])
        .where('id', '=', ruleId)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw notFound();
      assertVersion(row, version, 'this rule');
      await tx
        .updateTable('time_off_rules')
        .set({ ...toColumns(body), version: version + 1 })
        .where('id', '=', ruleId)
        .execute();
      await queueRecalculation(tx, services);
      const { id: _, version: __, may: ___, ...fields } = before;
      await record(tx, actor, { act: 'changed', id: ruleId, before: fields, after: body, ip });
    });
    publishTimeOff(platform);
    return getRule(db, actor, ruleId);
  };
}

export function removeRule(services: Services): Handler<typeof calls.removeRule> {
  const { db, platform, writes } = services;
  return async ({ actor, params: { ruleId }, ip }) => {
    await writes.consume(String(actor.userId));
    const rule = await getRule(db, actor, ruleId);
    assertMay(actor, rule.store);
    if (!rule.may.remove) {
      throw invalid('This rule has taken effect. Set its last day instead.');
    }
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('time_off_rules').where('id', '=', ruleId).execute();
      const { id: _, version: __, may: ___, ...fields } = rule;
      await record(tx, actor, { act: 'removed', id: ruleId, before: fields, after: null, ip });
    });
    publishTimeOff(platform);
    return { message: 'Rule removed' };
  };
}

interface RuleRecord {
  act: 'added' | 'changed' | 'removed';
  id: number;
  before: RuleInput | null;
  after: RuleInput | null;
  ip: string;
}

async function record(tx: TimeOffDb, actor: Actor, { act, id, before, after, ip }: RuleRecord) {
  const kindId = (after ?? before)?.kindId;
  const kind = (await findKinds(tx)).find((one) => one.id === kindId);
  await recordActivity(tx, {
    actor,
    action: `time_off.rule_${act}`,
    subject: { type: 'time_off_rule', id, name: kind?.name ?? '' },
    before,
    after,
    ip,
  });
}

/** One of the actor’s stores, or of the group; others do not exist. */
async function getRule(db: TimeOffDb, actor: Actor, id: number): Promise<Rule> {
  const [rule] = await listRules(
    db,
    actor,
    sql`id = ${id} and (store is null or store = any(${ownStores(actor)}::text[]))`,
  );
  if (!rule) throw notFound();
  return rule;
}
