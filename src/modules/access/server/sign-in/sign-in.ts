import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { AppError, forbidden, unauthenticated } from '../../../../platform/server/errors.ts';
import type { Context, Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { doerOf, recordActivity, userSubject } from '../../../activity/server/public.ts';
import {
  findByUsernameOrEmail,
  lockPerson,
  peopleTouched,
  toUser,
} from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { createAttempts, normalizeName } from '../attempts.ts';
import { canSignIn, findCredentials } from '../credentials/credentials.ts';
import { isDemoPassword } from '../credentials/demo.ts';
import { verifyPassword } from '../credentials/hashing.ts';
import { createNewDeviceMail } from '../security-mail.ts';
import { findKnownDevice, rememberDevice } from '../sessions/known-devices.ts';
import { announceEnded, openSession } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';
import { createAttackAlert, type StoreNotifications } from './attack-alert.ts';
import { createFailureLog } from './failure-log.ts';

/** The same message for every reason, or it would reveal which accounts exist. */
const signInFailed = () => unauthenticated('The username or password is not correct.');

const demoElsewhere = () =>
  forbidden(
    'The demo password works only on the computer that runs Forecourt, unless ALLOW_DEMO_ACCOUNTS_ON_NETWORK is set there.',
  );

/** No account has this id; queried so that an unknown name takes as many queries as a known one. */
const noUserId = 0;

type Caller = Pick<Context<typeof calls.login>, 'ip' | 'userAgent' | 'session'>;

export function login(
  platform: Platform,
  storeNotifications: StoreNotifications,
): Handler<typeof calls.login> {
  const db: Db<AccessTables> = platform.db;
  const { config } = platform;
  const attempt = createAttempts(platform.limits);
  const failures = createFailureLog(platform);
  const noteDevice = createDeviceNote(platform);
  const noteAttack = createAttackAlert(platform, storeNotifications);

  return async ({ body: { username, password }, ...caller }) => {
    // Before any lookup, so that nothing is revealed about the account.
    if (!caller.fromHere && isDemoPassword(password) && !config.allowDemoAccountsOnNetwork) {
      throw demoElsewhere();
    }
    const { ip } = caller;
    const name = normalizeName(username);
    const person = await findByUsernameOrEmail(db, name);
    const userId = person?.id ?? null;
    const credentials = await findCredentials(db, userId ?? noUserId);
    const deviceId = await findKnownDevice(db, userId ?? noUserId, caller.session.device);
    const hash = person && canSignIn(person) ? credentials?.password_hash : null;
    const verified = await attempt({ name, userId, deviceId, ip }, () =>
      verifyPassword(hash, password),
    ).catch((error) => {
      if (error instanceof AppError) failures.blocked({ name, person, ip });
      throw error;
    });
    if (!verified) failures.refused({ name, person, ip });
    if (!verified && person && !deviceId) noteAttack(person);
    if (!person || !verified) throw signInFailed();

    const { token, ended, user } = await db.transaction().execute(async (tx) => {
      // The password may have been changed or the account disabled while it was verified.
      const current = await lockPerson(tx, person.id);
      const latest = await findCredentials(tx, person.id);
      if (!current || !canSignIn(current)) throw signInFailed();
      if (!latest || latest.password_hash !== hash) throw signInFailed();
      const row = await tx
        .updateTable('users')
        .set({ last_login_at: sql<Date>`now()` })
        .where('id', '=', person.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const opened = await openSession(tx, person.id, caller);
      await recordActivity(tx, {
        actor: doerOf(row),
        action: 'session.started',
        subject: userSubject(row),
        ip: caller.ip,
      });
      return {
        ...opened,
        user: { ...toUser(row), mustChangePassword: latest.must_change_password },
      };
    });
    announceEnded(platform, ended);
    platform.bus.publish(peopleTouched, { userIds: [person.id] });
    caller.session.start(token);
    caller.session.rememberDevice(await noteDevice(person.id, caller));
    return user;
  };
}

/** Separate from the sign-in transaction, which locks the account: concurrent sign-ins would wait. */
function createDeviceNote(platform: Platform) {
  const db: Db<AccessTables> = platform.db;
  const mailNewDevice = createNewDeviceMail(platform);
  return async (userId: number, { ip, userAgent, session }: Caller): Promise<string> =>
    db.transaction().execute(async (tx) => {
      const { token, isNew } = await rememberDevice(tx, userId, session.device);
      if (isNew) await mailNewDevice(tx, userId, { ip, userAgent });
      return token;
    });
}
