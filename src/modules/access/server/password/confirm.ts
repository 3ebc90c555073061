import type { Db } from '../../../../platform/server/db/database.ts';
import { invalid, unauthenticated } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract.ts';
import { findCredentials } from '../credentials/credentials.ts';
import { verifyPassword } from '../credentials/hashing.ts';
import { confirmation } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';

const wrong = 'The password is not correct';

/** Confirms that an administrator who made no change for an hour is still the one at the screen. */
export function confirmPassword(platform: Platform): Handler<typeof calls.confirmPassword> {
  const db: Db<AccessTables> = platform.db;
  // Someone at an unattended browser must not be able to guess the password.
  const guesses = platform.limits('password-confirmation', 10, 15 * 60);

  return async ({ actor: { userId, sessionId }, body: { password } }) => {
    await guesses.consume(String(userId));
    const hash = (await findCredentials(db, userId))?.password_hash;
    if (!(await verifyPassword(hash, password))) throw invalid(wrong, { password: wrong });
    await guesses.restore(String(userId));
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ confirmed_until: confirmation })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw unauthenticated();
    return { message: 'Password confirmed.' };
  };
}
