import type { Db } from '../../../../platform/server/db/database.ts';
import { unauthenticated } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract.ts';
import { confirmation } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';
import { createPasswordCheck } from './check.ts';

const wrong = 'The password is not correct';

/** Confirms that an administrator who made no change for an hour is still the one at the screen. */
export function confirmPassword(platform: Platform): Handler<typeof calls.confirmPassword> {
  const db: Db<AccessTables> = platform.db;
  const assertPassword = createPasswordCheck(platform, 'password-confirmation');

  return async ({ actor: { userId, sessionId }, body: { password } }) => {
    await assertPassword(userId, password, { field: 'password', message: wrong });
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
