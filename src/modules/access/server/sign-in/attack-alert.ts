import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { renderMail } from '../../../mail/server/public.ts';
import { listAdministrators, type PersonRow } from '../../../people/server/public.ts';
import type { AccessTables } from '../tables.ts';

interface Notice {
  userIds: readonly number[];
  /** The fact it tells of: each person hears of it once. */
  key: string;
  title: string;
  message: string;
  actionUrl: string;
  actionLabel: string;
}

/**
 * Stores notifications in the caller's transaction. Answers whom they are new to, and what shows them after
 * COMMIT. The module that keeps notifications stands on the same layer, so it is handed in.
 */
export type StoreNotices = (
  tx: Db<AnyTables>,
  notices: readonly Notice[],
) => Promise<{ userIds: readonly number[]; publish(): void }>;

/** Wrong passwords for one account, from all addresses together, before somebody is told. */
const tolerated = 9;
const countedSeconds = 15 * 60;
const windowSeconds = 6 * 60 * 60;

/**
 * Tells the person and the administrators when somebody keeps guessing an account's password: once in six
 * hours, on whichever instance the guesses arrive.
 */
export function createAttackAlert(platform: Platform, storeNotices: StoreNotices) {
  const { limits, log } = platform;
  const failures = limits('sign-in-attack', tolerated, countedSeconds);
  const alerts = limits('sign-in-alert', 1, windowSeconds);

  /** Nobody waits for it: the answer to a guess must not depend on it. */
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
      .then((usual) => (usual ? undefined : alert(platform, storeNotices, person)))
      .catch(async (err) => {
        log.warn({ err }, 'An attack on an account was not announced');
        await alerts.restore(key).catch(() => {});
      });
  };
}

async function alert(
  platform: Platform,
  storeNotices: StoreNotices,
  { id, first_name, last_name, username, email, email_confirmed_at, pending }: PersonRow,
): Promise<void> {
  const db: Db<AccessTables> = platform.db;
  const window = Math.floor(Date.now() / (windowSeconds * 1000));
  const stored = await db.transaction().execute(async (tx) => {
    const administrators = await listAdministrators(tx as Db<AnyTables>);
    const key = `sign-in-attack:${id}:${window}`;
    const notices = await storeNotices(tx as Db<AnyTables>, [
      {
        userIds: [id],
        key,
        title: 'Somebody is guessing your password',
        message:
          'There were many failed sign-ins to your account. It stays open to you. If your password is short or used elsewhere, choose another one.',
        actionUrl: '/profile',
        actionLabel: 'Change password',
      },
      {
        userIds: administrators.map((row) => row.id).filter((userId) => userId !== id),
        key,
        title: `Failed sign-ins to the account of ${first_name} ${last_name}`,
        message: `Somebody is guessing the password of ${username}. The activity log has the addresses.`,
        actionUrl: `/admin-tools?view=activity&who=${encodeURIComponent(`${first_name} ${last_name}`)}#users`,
        actionLabel: 'Activity log',
      },
    ]);
    // Another instance may have been faster; and nobody mails an address that was never confirmed.
    if (notices.userIds.includes(id) && email_confirmed_at && !pending) {
      const letter = await renderMail(tx as Db<AnyTables>, 'sign-in-attack', {
        firstName: first_name,
      });
      if (letter) await platform.mail.send(tx, { to: email, ...letter });
    }
    return notices;
  });
  stored.publish();
}
