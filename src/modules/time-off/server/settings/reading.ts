import { type RawBuilder, sql } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import type { Blackout, Holiday, Rule, Settings } from '../../contract/rules.ts';
import type { RuleRow } from '../accrual/rule.ts';
import { findKinds } from '../kinds.ts';
import { canChangeAt, findToday } from '../policy.ts';
import type { TimeOffDb } from '../tables.ts';

/** Kinds and what holds for the group, and the rules, holidays and blackout days of the actor’s stores. */
export async function getSettings(db: TimeOffDb, actor: Actor): Promise<Settings> {
  const isOwn = ({ store }: { store: Store | null }) =>
    store === null || ownStores(actor).includes(store);
  return {
    kinds: await findKinds(db),
    rules: (await listRules(db, actor)).filter(isOwn),
    holidays: (await listHolidays(db, actor)).filter(isOwn),
    blackouts: (await listBlackouts(db, actor)).filter(isOwn),
  };
}

export async function listRules(
  db: TimeOffDb,
  actor: Actor,
  where: RawBuilder<unknown> = sql`true`,
): Promise<Rule[]> {
  const today = await findToday(db);
  // A rule that was moved to a later day may have accrued something before.
  const { rows } = await sql<RuleRow & { version: number; has_taken_effect: boolean }>`
    select id, kind_id, store, department, effective_on::text as effective_on, ends_on::text as ends_on, method,
      steps, period, period_anchor::text as period_anchor, year_month, year_day, worked_minutes, waiting_days,
      usable_after_days, cap_minutes, carry_over_minutes, carry_over_months, prorates, version,
      (effective_on <= ${today}::date or exists (select from time_off_ledger l where l.rule_id = r.id))
        as has_taken_effect
    from time_off_rules r where ${where}
    order by kind_id, store nulls first, department nulls first, effective_on desc, id desc`.execute(
    db,
  );
  return rows.map((row) => {
    const change = canChangeAt(actor, row.store);
    return {
      id: row.id,
      kindId: row.kind_id,
      store: row.store,
      department: row.department,
      effectiveOn: row.effective_on,
      endsOn: row.ends_on,
      method: row.method,
      steps: [...row.steps],
      period: row.period,
      periodAnchor: row.period_anchor,
      yearStart:
        row.year_month === null || row.year_day === null
          ? null
          : { month: row.year_month, day: row.year_day },
      workedMinutes: row.worked_minutes,
      waitingDays: row.waiting_days,
      usableAfterDays: row.usable_after_days,
      capMinutes: row.cap_minutes,
      carryOverMinutes: row.carry_over_minutes,
      carryOverMonths: row.carry_over_months,
      prorates: row.prorates,
      version: row.version,
      may: { change, remove: change && !row.has_taken_effect },
    };
  });
}

export async function listHolidays(
  db: TimeOffDb,
  actor: Actor,
  where: RawBuilder<unknown> = sql`true`,
): Promise<Holiday[]> {
  const { rows } = await sql<Omit<Holiday, 'may'>>`
    select id, day::text as day, name, store from time_off_holidays where ${where}
    order by day desc, store nulls first`.execute(db);
  return rows.map((row) => ({ ...row, may: { remove: canChangeAt(actor, row.store) } }));
}

export async function listBlackouts(
  db: TimeOffDb,
  actor: Actor,
  where: RawBuilder<unknown> = sql`true`,
): Promise<Blackout[]> {
  const { rows } = await sql<Omit<Blackout, 'may'> & { department: Department | null }>`
    select id, name, starts_on::text as "startsOn", ends_on::text as "endsOn", last_days as "lastDays", store,
      department, refuses
    from time_off_blackouts where ${where} order by starts_on desc, id desc`.execute(db);
  return rows.map((row) => ({ ...row, may: { remove: canChangeAt(actor, row.store) } }));
}
