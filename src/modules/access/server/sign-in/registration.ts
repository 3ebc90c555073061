import type { Db } from '../../../../platform/server/db/database.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { doerOf, recordActivity, userSubject } from '../../../activity/server/public.ts';
import { announceCreated, createUser, toUser } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { addressKey } from '../attempts.ts';
import { setPasswordHash } from '../credentials/credentials.ts';
import { hashPassword } from '../credentials/hashing.ts';
import { assertAcceptable } from '../credentials/rules.ts';
import { mailFirstConfirmation } from '../email/confirmation.ts';
import { announceEnded, openSession } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';

/**
 * Registers an account: signed in immediately, but without permissions until approved. An address is reserved
 * only once it is confirmed, so the reply is the same whether or not an account has it.
 */
export function register(platform: Platform): Handler<typeof calls.register> {
  const db: Db<AccessTables> = platform.db;
  const mode = platform.config.registration;
  const registrations = platform.limits('registration', 20, 60 * 60);

  return async ({ body, ...caller }) => {
    if (mode === 'closed') {
      throw forbidden('Registration is closed. Please ask your administrator for an account.');
    }
    await registrations.consume(addressKey(caller.ip));
    const { password, ...person } = body;
    assertAcceptable(password, person);
    const hash = await hashPassword(password);
    const { row, token, ended } = await db.transaction().execute(async (tx) => {
      const created = await createUser(tx, {
        ...person,
        role: 'employee',
        storeAccess: [],
        pagePermissions: mode === 'open' ? ['dashboard', 'utilities'] : [],
        featurePermissions: mode === 'open' ? ['utilities'] : [],
        pending: mode === 'approval',
        lastLoginAt: new Date(),
        emailConfirmed: false,
      });
      await setPasswordHash(tx, created.id, hash);
      await recordActivity(tx, {
        actor: doerOf(created),
        action: 'user.registered',
        subject: userSubject(created),
        after: toUser(created),
        ip: caller.ip,
      });
      await mailFirstConfirmation(platform, tx, created);
      return { row: created, ...(await openSession(tx, created.id, caller)) };
    });
    announceEnded(platform, ended);
    announceCreated(platform, row);
    caller.session.start(token);
    return { ...toUser(row), mustChangePassword: false };
  };
}
