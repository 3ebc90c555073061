import type { Db } from '../../../../platform/server/db/database.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { doerOf, recordActivity, userSubject } from '../../../activity/server/public.ts';
import { findPersonById, lockPerson } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { canSignIn, setPasswordHash } from '../credentials/credentials.ts';
import { hashPassword } from '../credentials/hashing.ts';
import { assertAcceptable } from '../credentials/rules.ts';
import { mailPasswordChanged } from '../security-mail.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { announceEnded, endSessionsOf } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';
import { findLinkOwner } from './reset-link.ts';

const invalidLink = () => invalid('This link is no longer valid. Request a new one.');

/** Sets a new password with the emailed link. Does not sign in. */
export function resetPassword(platform: Platform): Handler<typeof calls.resetPassword> {
  const db: Db<AccessTables> = platform.db;
  return async ({ body: { token, password }, session, ...caller }) => {
    const userId = await findLinkOwner(db, token);
    const person = userId && (await findPersonById(db, userId));
    // Before hashing: a guessed token must not cost CPU.
    if (!person || !canSignIn(person)) throw invalidLink();
    // A rejected password leaves the link valid.
    assertAcceptable(password, person);
    const hash = await hashPassword(password);
    const ended = await db.transaction().execute(async (tx) => {
      const locked = await lockPerson(tx, person.id);
      // Checked again under the lock: a concurrent second use of the link fails.
      const owner = await findLinkOwner(tx, token);
      if (!locked || !canSignIn(locked) || owner !== locked.id) throw invalidLink();
      await setPasswordHash(tx, locked.id, hash);
      const entry = { actor: doerOf(locked), subject: userSubject(locked) };
      await recordActivity(tx, { ...entry, action: 'password.reset', ip: caller.ip });
      await forgetDevices(tx, locked.id, session.device);
      await mailPasswordChanged(platform, tx, locked, { ...caller, how: 'link' });
      return endSessionsOf(tx, locked.id);
    });
    announceEnded(platform, ended, 'Your password was changed. Please sign in again.');
    return { message: 'Your password has been changed. You can sign in with it now.' };
  };
}
