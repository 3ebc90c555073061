import type { Db } from '../../../../platform/server/db/database.ts';
import { invalid, unauthenticated } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract.ts';
import { confirmation } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';
import { findCredentials } from './credentials.ts';
import { verifyPassword } from './hashing.ts';

const wrong = 'The password is not correct';

/** An administrator who has been away shows that it is still them at the screen. */
export function confirmPassword(platform: Platform): Handler<typeof calls.confirmPassword> {
  const db: Db<AccessTables> = platform.db;
  // Whoever finds an open browser must not find the password out.
  const guesses = platform.limits('password-confirmation', 10, 15 * 60);

  return async ({ actor: { userId, sessionId }, body: { password } }) => {
    await guesses.consume(String(userId));
    const known = (await findCredentials(db, userId))?.password_hash;
    if (!(await verifyPassword(known, password))) throw invalid(wrong, { password: wrong });
    await guesses.restore(String(userId));
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ confirmed_until: confirmation })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw unauthenticated();
    return { message: 'Thank you. You can go on.' };
  };
}
