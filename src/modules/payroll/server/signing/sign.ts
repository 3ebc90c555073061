import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import { lockHours } from '../../../time-clock/server/public.ts';
import type { signPeriod as call } from '../../contract/review.ts';
import { hoursChangedSentence } from '../hours/fingerprint.ts';
import type { Parts } from '../parts.ts';
import { type PersonPeriod, toReview } from '../people/reviews.ts';
import { holdPayroll, keepPeriod } from '../schedule/keep.ts';
import { getPeriodAt, readCalendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';
import { notifyObjection, withdrawReminder } from './notices.ts';
import { findOwn } from './own.ts';
import { publishSignature } from './publish.ts';

export function signPeriod(parts: Parts): Handler<typeof call> {
  const limit = parts.platform.limits('payroll-sign', 60, 600);
  return async ({ actor, body, ip }) => {
    await limit.consume(String(actor.userId));
    const unpublished = await parts.db
      .transaction()
      .execute((tx) => sign({ ...parts, db: tx }, actor, body, ip));
    await publishNotifications(parts.platform, ...unpublished);
    await publishSignature(parts, actor.userId, body.period);
    return toReview(await getOwn(parts, actor, body.period), { isOwn: true });
  };
}

/** Throws `not_found` if they are no employee. */
async function getOwn(parts: Parts, actor: Actor, startsOn: string): Promise<PersonPeriod> {
  const now = Date.now();
  const calendar = await readCalendar(parts.db, now);
  const own = await findOwn(parts, actor, getPeriodAt(calendar, startsOn), { calendar, now });
  if (!own) throw notFound();
  return own;
}

/** Under the lock of their hours, so that no correction slips in between what was seen and what is signed. */
async function sign(
  parts: Parts,
  actor: Actor,
  { clientId, period, fingerprint, objection }: ValidOf<typeof call>['body'],
  ip: string,
): Promise<Unpublished[]> {
  const tx = parts.db;
  await lockHours(tx, actor.userId);
  await holdPayroll(tx);
  if (await isRepeat(tx, actor, clientId)) return [];
  const person = await getOwn(parts, actor, period);
  if (person.isEmpty) throw conflict('There are no hours in this pay period.');
  if (person.signWaitsFor && objection === null) throw conflict(person.signWaitsFor);
  if (person.isLocked) throw conflict('The pay period is locked.');
  if (!person.isOver) throw conflict('The pay period isn’t over yet.');
  if (person.fingerprint !== fingerprint) throw conflict(hoursChangedSentence);
  if (objection === null && person.signState === 'signed') return [];
  await keepPeriod(tx, person.statement.period);
  const { id } = await tx
    .insertInto('payroll_signatures')
    .values({
      user_id: actor.userId,
      period,
      kind: objection === null ? 'signed' : 'objected',
      words: objection ?? '',
      client_id: clientId,
      fingerprint,
      statement: person.text,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordActivity(tx, {
    actor,
    action: objection === null ? 'payroll.signed' : 'payroll.objected',
    subject: userSubject({
      id: actor.userId,
      first_name: actor.firstName,
      last_name: actor.lastName,
    }),
    after: { period, fingerprint },
    ip,
  });
  const withdrawn = await withdrawReminder(tx, actor.userId, period);
  if (objection === null) return [withdrawn];
  return [withdrawn, await notifyObjection(tx, person, id)];
}

async function isRepeat(tx: PayrollDb, { userId }: Actor, clientId: string): Promise<boolean> {
  const first = await tx
    .selectFrom('payroll_signatures')
    .select('id')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return first !== undefined;
}
