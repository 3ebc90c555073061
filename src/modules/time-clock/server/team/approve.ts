import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import type { PersonRow } from '../../../people/server/public.ts';
import type * as calls from '../../contract/sheets.ts';
import { lockHours } from '../lock.ts';
import { getManagedPerson } from '../managed-people.ts';
import { publishHours } from '../publish.ts';
import { findWeeks } from '../sheets/weeks.ts';
import type { ClockDb } from '../tables.ts';

type DecideWeekInput = ValidOf<typeof calls.decideWeek>['body'];

export function decideWeek(platform: Platform): Handler<typeof calls.decideWeek> {
  const db: ClockDb = platform.db;
  return async ({ actor, params, body, ip }) => {
    const person = await getManagedPerson(db, actor, params.id);
    await db.transaction().execute((tx) => decide(tx, actor, person, body, ip));
    publishHours(platform, person.id);
    const { of } = await findWeeks(db, [person], body.week, Date.now());
    const week = of.get(person.id);
    if (!week) throw notFound();
    return week.approval;
  };
}

async function decide(
  tx: ClockDb,
  actor: Actor,
  person: PersonRow,
  { week: date, fingerprint, approved }: DecideWeekInput,
  ip: string,
): Promise<void> {
  await lockHours(tx, person.id);
  const { start, of } = await findWeeks(tx, [person], date, Date.now());
  const week = of.get(person.id);
  if (!week) throw notFound();
  if (week.approval.fingerprint !== fingerprint) {
    throw conflict('These hours have changed since you loaded them. Review them again.');
  }
  if (approved === (week.approval.state === 'approved')) return;
  if (approved && week.approvalWaitsFor) throw conflict(week.approvalWaitsFor);
  await tx
    .insertInto('time_approvals')
    .values({
      user_id: person.id,
      week_start: start,
      approved,
      fingerprint,
      rules: JSON.stringify(week.rules),
      totals: JSON.stringify(week.counted.totals),
      decided_by: actor.userId,
    })
    .execute();
  await recordActivity(tx, {
    actor,
    action: approved ? 'hours.approved' : 'hours.reopened',
    subject: userSubject(person),
    after: { week: start, paidMs: week.counted.totals.paidMs },
    ip,
  });
}
