import type { Db } from '../../../../platform/server/db/database.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { doerOf, recordActivity, userSubject } from '../../../activity/server/public.ts';
import { findPersonById, lockPerson } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { mailPasswordChanged } from '../security-mail.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { announceEnded, endSessionsOf } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';
import { canSignIn, setPasswordHash } from './credentials.ts';
import { hashPassword } from './hashing.ts';
import { findLinkOwner } from './reset-link.ts';
import { assertAcceptable } from './rules.ts';

const deadLink = () => invalid('This link is no longer valid. Please ask for a new one.');

/** A new password by whoever holds the mailed link. Signs nobody in. */
export function resetPassword(platform: Platform): Handler<typeof calls.resetPassword> {
  const db: Db<AccessTables> = platform.db;
  return async ({ body: { token, password }, session, ...caller }) => {
    const userId = await findLinkOwner(db, token);
    const person = userId && (await findPersonById(db, userId));
    // Before the hashing: a guessed token must cost us nothing.
    if (!person || !canSignIn(person)) throw deadLink();
    // A refused password leaves the link as it was.
    assertAcceptable(password, person);
    const hash = await hashPassword(password);
    const ended = await db.transaction().execute(async (tx) => {
      const locked = await lockPerson(tx, person.id);
      // Under the lock again: of two who hold the link, the second finds it used.
      const owner = await findLinkOwner(tx, token);
      if (!locked || !canSignIn(locked) || owner !== locked.id) throw deadLink();
      await setPasswordHash(tx, locked.id, hash);
      const who = { actor: doerOf(locked), subject: userSubject(locked) };
      await recordActivity(tx, { ...who, action: 'password.reset', ip: caller.ip });
      await forgetDevices(tx, locked.id, session.device);
      await mailPasswordChanged(platform, tx, locked, { ...caller, how: 'link' });
      return endSessionsOf(tx, locked.id);
    });
    announceEnded(platform, ended, 'Your password was changed. Please sign in again.');
    return { message: 'Your password has been changed. You can sign in with it now.' };
  };
}
