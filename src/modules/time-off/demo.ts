import { demoTimeOff } from '../../../db/demo/time-off.ts';
import { dateAt } from '../../platform/contract/wallTime.ts';
import type { Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';
import { awayBetween, countDays } from './server/counting/count.ts';
import { recalculate } from './server/ledger/recalculate.ts';
import type { TimeOffTables } from './server/tables.ts';

type IdOf = (username: string) => number;

const hr = 'denise.abernathy';

/**
 * Seeds rules, holidays and blackout days, a year of balances, and time off: taken, planned and requested. Needs
 * employees and their hours.
 */
export async function seedTimeOff(tx: Db<TimeOffTables>, asOf: Date, idOf: IdOf): Promise<void> {
  const today = dateAt(await getTimezone(tx), asOf.getTime());
  const demo = demoTimeOff(today);
  const hrId = idOf(hr);
  const kinds = await tx
    .selectFrom('time_off_kinds')
    .select(['id', 'name', 'has_balance'])
    .execute();
  const kindOf = (name: string) => {
    const kind = kinds.find((one) => one.name === name);
    if (!kind) throw new Error(`No kind of time off is named ${name}`);
    return kind;
  };
  await tx
    .insertInto('time_off_rules')
    .values(
      demo.rules.map(({ kind, steps, ...rule }) => ({
        ...rule,
        kind_id: kindOf(kind).id,
        steps: JSON.stringify(steps),
        created_by: hrId,
      })),
    )
    .execute();
  await tx
    .insertInto('time_off_holidays')
    .values(demo.holidays.map((holiday) => ({ ...holiday, store: null, created_by: hrId })))
    .execute();
  await tx
    .insertInto('time_off_blackouts')
    .values(demo.blackouts.map((blackout) => ({ ...blackout, created_by: hrId })))
    .execute();
  await tx
    .insertInto('time_off_patterns')
    .values(
      demo.patterns.map(({ username, minutes }) => ({
        user_id: idOf(username),
        effective_on: demo.yearStart,
        minutes: [...minutes],
        set_by: hrId,
      })),
    )
    .execute();
  const none = { rule_id: null, request_id: null, client_id: null, carried_minutes: null };
  await tx
    .insertInto('time_off_ledger')
    .values(
      demo.openings.map(({ username, minutes }) => ({
        ...none,
        user_id: idOf(username),
        kind_id: kindOf('Vacation').id,
        day: demo.yearStart,
        type: 'adjusted' as const,
        minutes,
        key: `adjusted:opening:${username}`.slice(0, 60),
        note: 'Opening balance',
        author_id: username === hr ? idOf('executive') : hrId,
      })),
    )
    .execute();
  const holidays = new Set(demo.holidays.map(({ day }) => day));
  for (const request of demo.requests) {
    const userId = idOf(request.username);
    const pattern = demo.patterns.find(({ username }) => username === request.username);
    const patterns = pattern ? [{ effectiveOn: demo.yearStart, minutes: pattern.minutes }] : [];
    const days = countDays(request, patterns, holidays);
    if (days.length === 0) continue;
    const { id: kindId, has_balance: hasBalance } = kindOf(request.kind);
    const { fromMinute, toMinute } = awayBetween(request);
    const isDecided = request.state !== 'pending';
    const deciderId = idOf(request.decider);
    const { id } = await tx
      .insertInto('time_off_requests')
      .values({
        user_id: userId,
        kind_id: kindId,
        starts_on: request.startsOn,
        ends_on: request.endsOn,
        portion: request.portion,
        from_minute: fromMinute,
        to_minute: toMinute,
        reason: request.reason,
        state: request.state,
        replaces_id: null,
        decided_by: isDecided ? deciderId : null,
        decided_at: isDecided ? request.decidedAt : null,
        decision_reason: request.decisionReason,
        client_id: request.clientId,
        created_by: userId,
        created_at: request.requestedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('time_off_days')
      .values(days.map((day) => ({ request_id: id, ...day })))
      .execute();
    const data = JSON.stringify(request.decisionReason ? { reason: request.decisionReason } : {});
    await tx
      .insertInto('time_off_events')
      .values([
        {
          request_id: id,
          author_id: userId,
          at: request.requestedAt,
          kind: 'requested',
          data: '{}',
        },
        ...(isDecided
          ? [
              {
                request_id: id,
                author_id: deciderId,
                at: request.decidedAt,
                kind: request.state,
                data,
              },
            ]
          : []),
      ])
      .execute();
    if (request.state !== 'approved' || !hasBalance) continue;
    await tx
      .insertInto('time_off_ledger')
      .values(
        days.map(({ day, minutes }) => ({
          ...none,
          user_id: userId,
          kind_id: kindId,
          day,
          type: 'used' as const,
          minutes: -minutes,
          key: `used:${id}:${day}`,
          note: '',
          request_id: id,
          author_id: deciderId,
        })),
      )
      .execute();
  }
  const employees = await tx
    .selectFrom('employees')
    .select('user_id')
    .where('hired_on', 'is not', null)
    .orderBy('user_id')
    .execute();
  for (const { user_id } of employees) await recalculate(tx, user_id, today);
  await tx.insertInto('time_off_runs').values({ day: today }).execute();
}
