import { sql } from 'kysely';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import type { Parts } from '../parts.ts';
import { findPayees } from '../people/payees.ts';
import { findReviews } from '../people/reviews.ts';
import { lastEnded, readCalendar } from '../schedule/read.ts';
import { notifyEnded } from './notices.ts';
import { asksToSign } from './own.ts';

/** A period that ended earlier asks no one: its schedule may have been entered only later. */
const askedWithinDays = 3;

/** Asks everyone once, after a period has ended, to sign their hours. */
export function remindToSign(parts: Parts): void {
  parts.platform.jobs.schedule('payroll-sign', '9 * * * *', () => askToSign(parts));
}

export async function askToSign(parts: Parts, now = Date.now()): Promise<void> {
  const { db, platform } = parts;
  const calendar = await readCalendar(db, now);
  const period = lastEnded(calendar);
  if (!period || addDays(period.endsOn, askedWithinDays) < calendar.today) return;
  const payees = await findPayees(db, period, {
    who: sql<boolean>`(u.is_active and u.deleted_at is null
      and u.feature_permissions && array['utilities', 'full_access', 'all'])`,
  });
  const people = await findReviews(db, payees, period, { ...parts, calendar, now });
  const userIds = people.filter(asksToSign).map(({ payee }) => payee.id);
  const unpublished = await db.transaction().execute((tx) => notifyEnded(tx, period, userIds));
  await publishNotifications(platform, unpublished);
}
