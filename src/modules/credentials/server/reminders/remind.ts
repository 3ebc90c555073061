import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { addDays, type CalendarDate, wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findNearestManagers } from '../../../employees/server/public.ts';
import { type Notice, notify, publishNotifications } from '../../../notifications/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { expiringDays } from '../../contract/credential.ts';
import { daysFromNow, daysUntil } from '../../contract/days.ts';
import { inSentence } from '../../contract/labels.ts';
import { isEmployed } from '../needs.ts';
import type { CredentialsDb } from '../tables.ts';
import { digestsOf } from './digest.ts';
import { expiredNewsDays, type Step, stepOn, stepsFrom } from './steps.ts';

/** Reminders arrive when people start to work, not at midnight. */
const fromHour = '07';

/**
 * Reminds employees and their managers of credentials that expire, and HR once a week of everything open. It can run at
 * any time: each reminder is sent once, and one that was missed is replaced by the next.
 */
export async function remind(platform: Platform, now = Date.now()): Promise<void> {
  const db: CredentialsDb = platform.db;
  const wallTime = wallTimeAt(await getTimezone(db), now);
  if (wallTime.slice(11, 13) < fromHour) return;
  const today = wallTime.slice(0, 10);
  const stored = await db.transaction().execute(async (tx) => {
    const due = await claimDue(tx, today);
    const managers = await findNearestManagers(
      tx,
      due.map(({ user_id }) => user_id),
    );
    return notify(
      tx,
      ...due.flatMap((one) => noticesOf(one, managers.get(one.user_id), today)),
      ...(await digestsOf(tx, today)),
    );
  });
  await publishNotifications(platform, stored);
}

interface Expiring {
  term_id: number;
  user_id: number;
  employee: string;
  kind: string;
  store: Store | null;
  expires_on: string;
}

interface Due extends Expiring {
  step: Step;
}

/** The reminders of today that were not sent yet; marks them as sent. */
async function claimDue(tx: CredentialsDb, today: CalendarDate): Promise<Due[]> {
  const { rows } = await sql<Expiring & { sent: Step[] }>`
    select t.id as term_id, c.user_id, u.shown_name as employee, k.name as kind, c.store,
      t.expires_on::text,
      array(select s.step from credential_reminders s where s.term_id = t.id) as sent
    from employee_credentials c join credential_terms t on t.id = c.term_id
      join credential_kinds k on k.id = c.kind_id and not k.is_archived
      join employees e on e.user_id = c.user_id join users u on u.id = e.user_id
    where c.removed_at is null and c.revoked_on is null and ${isEmployed(today)}
      and t.expires_on between ${addDays(today, -expiredNewsDays)}::date
        and ${addDays(today, expiringDays)}::date
      -- A submitted renewal waits for HR, not for the employee.
      and not exists (select from credential_terms p where p.credential_id = c.id and p.state = 'submitted')
    order by t.id`.execute(tx);
  const due = rows.flatMap(({ sent, ...row }) => {
    const step = stepOn(today, row.expires_on);
    return step && !stepsFrom(step).some((one) => sent.includes(one)) ? [{ ...row, step }] : [];
  });
  // Another instance may run at the same time: the one that inserts the row sends the reminder.
  const { rows: claimed } = await sql<{ term_id: number }>`
    insert into credential_reminders (term_id, step)
    select * from unnest(${due.map(({ term_id }) => term_id)}::integer[],
      ${due.map(({ step }) => step)}::text[])
    on conflict do nothing returning term_id`.execute(tx);
  const ours = new Set(claimed.map(({ term_id }) => term_id));
  return due.filter(({ term_id }) => ours.has(term_id));
}

function noticesOf(due: Due, manager: number | undefined, today: CalendarDate): Notice[] {
  const { term_id, user_id, employee, kind, store, expires_on, step } = due;
  const name = inSentence(kind) + (store ? ` (${storeNames[store]})` : '');
  const isOver = step === 'expired';
  const days = daysUntil(expires_on, today);
  const when = isOver ? `expired ${daysFromNow(days)}` : `expires ${daysFromNow(days)}`;
  const common = {
    type: 'warning',
    actionLabel: 'Open credentials',
    key: `credential:term:${term_id}:${step}:${expires_on}`,
    deliver: { push: step === '7' || isOver, digest: true },
  } as const;
  const day = calendarDay(expires_on);
  const own: Notice = {
    ...common,
    userIds: [user_id],
    title: `Your ${name} ${when}`,
    message: isOver
      ? `It expired on ${day}. Submit the renewal, or ask HR.`
      : `It expires on ${day}. Submit the renewal as soon as you have it.`,
    actionUrl: '/people/credentials',
  };
  if (manager === undefined) return [own];
  const ofManager: Notice = {
    ...common,
    userIds: [manager],
    title: `${employee}: ${name} ${when}`,
    message: isOver
      ? `It expired on ${day}, and no renewal was submitted.`
      : `It expires on ${day}, and no renewal was submitted yet.`,
    actionUrl: `/people/credentials?employee=${user_id}`,
  };
  return [own, ofManager];
}
