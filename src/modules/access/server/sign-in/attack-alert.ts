import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { renderMail } from '../../../mail/server/public.ts';
import { listAdministrators, type PersonRow } from '../../../people/server/public.ts';
import type { AccessTables } from '../tables.ts';

interface NewNotification {
  userIds: readonly number[];
  /** Identifies the event: each person is notified of it once. */
  key: string;
  title: string;
  message: string;
  actionUrl: string;
  actionLabel: string;
}

/**
 * Stores notifications in the caller's transaction. Returns the users they are new to, and a function that
 * publishes them after COMMIT. The notifications module is on the same layer, so this is passed in.
 */
export type StoreNotifications = (
  tx: Db<AnyTables>,
  notifications: readonly NewNotification[],
) => Promise<{ userIds: readonly number[]; publish(): void }>;

/** Failed passwords for one account, from all addresses together, before an alert. */
const failuresBeforeAlert = 9;
const countedSeconds = 15 * 60;
const windowSeconds = 6 * 60 * 60;

/**
 * Alerts the person and the administrators when someone keeps guessing an account's password: once in six
 * hours, on whichever instance the guesses arrive.
 */
export function createAttackAlert(platform: Platform, storeNotifications: StoreNotifications) {
  const { limits, log } = platform;
  const failures = limits('sign-in-attack', failuresBeforeAlert, countedSeconds);
  const alerts = limits('sign-in-alert', 1, windowSeconds);

  /** Not awaited: the reply to a guess must not depend on it. */
  return function noteFailure(person: PersonRow): void {
    const key = String(person.id);
    const isUsual = failures.consume(key).then(
      () => true,
      () =>
        alerts.consume(key).then(
          () => false,
          () => true,
        ),
    );
    isUsual
      .then((usual) => (usual ? undefined : alert(platform, storeNotifications, person)))
      .catch(async (err) => {
        log.warn({ err }, 'Failed to send a sign-in attack alert');
        await alerts.restore(key).catch(() => {});
      });
  };
}

async function alert(
  platform: Platform,
  storeNotifications: StoreNotifications,
  { id, first_name, last_name, username, email, email_confirmed_at, pending }: PersonRow,
): Promise<void> {
  const db: Db<AccessTables> = platform.db;
  const window = Math.floor(Date.now() / (windowSeconds * 1000));
  const stored = await db.transaction().execute(async (tx) => {
    const administrators = await listAdministrators(tx as Db<AnyTables>);
    const key = `sign-in-attack:${id}:${window}`;
    const notifications = await storeNotifications(tx as Db<AnyTables>, [
      {
        userIds: [id],
        key,
        title: 'Someone is trying to guess your password',
        message:
          'There were many failed sign-ins to your account. You can still sign in. If your password is short or used elsewhere, change it.',
        actionUrl: '/profile',
        actionLabel: 'Change password',
      },
      {
        userIds: administrators.map((row) => row.id).filter((userId) => userId !== id),
        key,
        title: `Failed sign-ins to the account of ${first_name} ${last_name}`,
        message: `Someone is trying to guess the password of ${username}. The IP addresses are in the activity log.`,
        actionUrl: `/admin-tools?view=activity&who=${encodeURIComponent(`${first_name} ${last_name}`)}#users`,
        actionLabel: 'Activity log',
      },
    ]);
    // Another instance may have been faster; and an unconfirmed address gets no email.
    if (notifications.userIds.includes(id) && email_confirmed_at && !pending) {
      const body = await renderMail(tx as Db<AnyTables>, 'sign-in-attack', {
        firstName: first_name,
      });
      if (body) await platform.mail.send(tx, { to: email, ...body });
    }
    return notifications;
  });
  stored.publish();
}
