import type { Db } from '../../../../platform/server/db/database.ts';
import { invalid, unauthenticated } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { personChanged } from '../../../../platform/server/realtime/watch.ts';
import { doerOf, recordActivity, userSubject } from '../../../activity/server/public.ts';
import { findPersonById, lockPerson } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { findCredentials, setPasswordHash } from '../credentials/credentials.ts';
import { hashPassword, verifyPassword } from '../credentials/hashing.ts';
import { assertAcceptable } from '../credentials/rules.ts';
import { mailPasswordChanged } from '../security-mail.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { announceEnded, endSessionsOf, rotateSession } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';

const fieldError = (field: string, sentence: string) => invalid(sentence, { [field]: sentence });
const wrongPassword = () => fieldError('currentPassword', 'The current password is not correct');

/** Changes the password of a signed-in user who knows the current one; ends all other sessions. */
export function changePassword(platform: Platform): Handler<typeof calls.changePassword> {
  const db: Db<AccessTables> = platform.db;
  // A stolen session must not become a stolen password by guessing.
  const guesses = platform.limits('password-change', 10, 15 * 60);

  return async ({ actor, body: { currentPassword, newPassword }, session, ...caller }) => {
    const { userId, sessionId } = actor;
    const currentHash = (await findCredentials(db, userId))?.password_hash ?? null;
    await guesses.consume(String(userId));
    if (!(await verifyPassword(currentHash, currentPassword))) throw wrongPassword();
    await guesses.restore(String(userId));
    // Before the other rules, so that this error wins if the password is unchanged.
    if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) {
      throw fieldError('newPassword', 'Password must differ from the current one');
    }

    const person = await findPersonById(db, userId);
    if (!person) throw unauthenticated();
    assertAcceptable(newPassword, person, 'newPassword');
    const hash = await hashPassword(newPassword);
    const { token, ended } = await db.transaction().execute(async (tx) => {
      await lockPerson(tx, userId);
      const { password_hash } = (await findCredentials(tx, userId)) ?? {};
      if (password_hash !== currentHash) throw wrongPassword();
      await setPasswordHash(tx, userId, hash);
      const others = await endSessionsOf(tx, userId, sessionId);
      const fresh = await rotateSession(tx, sessionId);
      if (!fresh) throw unauthenticated();
      const entry = { actor: doerOf(person), subject: userSubject(person) };
      await recordActivity(tx, { ...entry, action: 'password.changed', ip: caller.ip });
      await forgetDevices(tx, userId, session.device);
      await mailPasswordChanged(platform, tx, person, { ...caller, how: 'changed' });
      return { token: fresh, ended: others };
    });
    announceEnded(platform, ended, 'Your password was changed. Please sign in again.');
    platform.bus.publish(personChanged, { userId });
    session.start(token);
    return { message: 'Your password has been changed.' };
  };
}
