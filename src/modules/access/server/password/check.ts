import type { Db } from '../../../../platform/server/db/database.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findCredentials } from '../credentials/credentials.ts';
import { verifyPassword } from '../credentials/hashing.ts';
import type { AccessTables } from '../tables.ts';

/**
 * Checks that it is still the user of the session who is at the screen. Throws `invalid` with the message at `field`,
 * or `rate_limited` after ten wrong passwords in 15 minutes: someone at an unattended browser must not be able to
 * guess it. `purpose` names that limit.
 */
export function createPasswordCheck(platform: Pick<Platform, 'db' | 'limits'>, purpose: string) {
  const db: Db<AccessTables> = platform.db;
  const guesses = platform.limits(purpose, 10, 15 * 60);
  return async function assertPassword(
    userId: number,
    password: string,
    { field, message }: { field: string; message: string },
  ): Promise<void> {
    await guesses.consume(String(userId));
    const hash = (await findCredentials(db, userId))?.password_hash;
    if (!(await verifyPassword(hash, password))) throw invalid(message, { [field]: message });
    await guesses.restore(String(userId));
  };
}
