import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { AppError, forbidden, unauthenticated } from '../../../../platform/server/http/errors.ts';
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
import { canSignIn, findCredentials } from '../password/credentials.ts';
import { isDemoPassword } from '../password/demo.ts';
import { verifyPassword } from '../password/hashing.ts';
import { createNewDeviceMail } from '../security-mail.ts';
import { findKnownDevice, rememberDevice } from '../sessions/known-devices.ts';
import { announceEnded, openSession } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';
import { createAttackAlert, type StoreNotices } from './attack-alert.ts';
import { createAttempts, normalizeName } from './attempts.ts';
import { createFailureLog } from './failure-log.ts';

/** One sentence for every reason, or it would tell which accounts exist. */
const refused = () => unauthenticated('The username or password is not correct.');

const demoElsewhere = () =>
  forbidden(
    'The demo password works only on the computer that runs Forecourt, unless ALLOW_DEMO_ACCOUNTS_ON_NETWORK is set there.',
  );

/** No account has it; asked for so that an unknown name takes as many queries as a known one. */
const nobody = 0;

type Caller = Pick<Context<typeof calls.login>, 'ip' | 'userAgent' | 'session'>;

export function login(platform: Platform, storeNotices: StoreNotices): Handler<typeof calls.login> {
  const db: Db<AccessTables> = platform.db;
  const { config } = platform;
  const attempt = createAttempts(platform.limits);
  const failures = createFailureLog(platform);
  const noteDevice = createDeviceNote(platform);
  const noteAttack = createAttackAlert(platform, storeNotices);

  return async ({ body: { username, password }, ...caller }) => {
    // Whoever the account belongs to: before anything is looked up, so that nothing is learned.
    if (!caller.fromHere && isDemoPassword(password) && !config.allowDemoAccountsOnNetwork) {
      throw demoElsewhere();
    }
    const { ip } = caller;
    const name = normalizeName(username);
    const person = await findByUsernameOrEmail(db, name);
    const userId = person?.id ?? null;
    const credentials = await findCredentials(db, userId ?? nobody);
    const deviceId = await findKnownDevice(db, userId ?? nobody, caller.session.device);
    const hash = person && canSignIn(person) ? credentials?.password_hash : null;
    const proven = await attempt({ name, userId, deviceId, ip }, () =>
      verifyPassword(hash, password),
    ).catch((error) => {
      if (error instanceof AppError) failures.blocked({ name, person, ip });
      throw error;
    });
    if (!proven) failures.refused({ name, person, ip });
    if (!proven && person && !deviceId) noteAttack(person);
    if (!person || !proven) throw refused();

    const { token, ended, user } = await db.transaction().execute(async (tx) => {
      // While the password was being verified it may have been changed, or the account disabled.
      const current = await lockPerson(tx, person.id);
      const proof = await findCredentials(tx, person.id);
      if (!current || !canSignIn(current)) throw refused();
      if (!proof || proof.password_hash !== hash) throw refused();
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
        user: { ...toUser(row), mustChangePassword: proof.must_change_password },
      };
    });
    announceEnded(platform, ended);
    platform.bus.publish(peopleTouched, { userIds: [person.id] });
    caller.session.start(token);
    caller.session.rememberDevice(await noteDevice(person.id, caller));
    return user;
  };
}

/** Apart from the sign-in itself, which holds the account: many at once on one account would wait for it. */
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
