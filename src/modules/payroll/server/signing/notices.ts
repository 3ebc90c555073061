import { findManagers } from '../../../employees/server/public.ts';
import {
  type Notice,
  notify,
  type Unpublished,
  withdraw,
} from '../../../notifications/server/public.ts';
import { findHoursManagers } from '../../../time-clock/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import type { PersonPeriod } from '../people/reviews.ts';
import { periodText } from '../schedule/days.ts';
import type { PayrollDb } from '../tables.ts';

const deliver: Notice['deliver'] = { push: true, digest: true };
const ownPath = (period: string) => `/utilities/timesheets?view=period&period=${period}`;
const personPath = (period: string, id: number) =>
  `/utilities/timesheets?view=team-period&period=${period}&payee=${id}`;

const reminderKey = (period: string) => `payroll-sign:${period}`;
const objectionKey = (id: number) => `payroll-objection:${id}`;

/** Asks people once to sign the hours of a period that has ended. */
export const notifyEnded = (
  tx: PayrollDb,
  period: Period,
  userIds: readonly number[],
): Promise<Unpublished> =>
  notify(tx, {
    userIds,
    title: 'Sign your hours',
    message: `The pay period ${periodText(period)} has ended. Check your hours and sign them.`,
    type: 'info',
    actionUrl: ownPath(period.startsOn),
    actionLabel: 'Check hours',
    key: reminderKey(period.startsOn),
    deliver,
  });

export const withdrawReminder = (
  tx: PayrollDb,
  userId: number,
  period: string,
): Promise<Unpublished> => withdraw(tx, { keys: [reminderKey(period)], userIds: [userId] });

/** Notifies the manager, or those who manage their hours if there is none. What they wrote is on the page only. */
export async function notifyObjection(
  tx: PayrollDb,
  { payee, statement }: PersonPeriod,
  signatureId: number,
): Promise<Unpublished> {
  const [manager] = await findManagers(tx, payee.id);
  const userIds = manager === undefined ? await findHoursManagers(tx, payee.id) : [manager];
  return notify(tx, {
    userIds,
    title: `${payee.name} objected to their hours`,
    message: `Pay period ${periodText(statement.period)}. Correct the hours or answer.`,
    type: 'warning',
    actionUrl: personPath(statement.period.startsOn, payee.id),
    actionLabel: 'Review',
    key: objectionKey(signatureId),
    deliver,
  });
}

/** Notifies the employee, and withdraws what asked the managers for an answer. */
export async function notifyAnswered(
  tx: PayrollDb,
  { payee, statement }: PersonPeriod,
  signatureId: number,
): Promise<Unpublished[]> {
  const { startsOn } = statement.period;
  return [
    await withdraw(tx, { keys: [objectionKey(signatureId)] }),
    await notify(tx, {
      userIds: [payee.id],
      title: 'Your objection was answered',
      message: `Pay period ${periodText(statement.period)}. Read the answer and sign your hours.`,
      type: 'info',
      actionUrl: ownPath(startsOn),
      actionLabel: 'View hours',
      key: `${objectionKey(signatureId)}:answered`,
      deliver,
    }),
  ];
}
