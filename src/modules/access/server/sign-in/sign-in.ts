import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { unauthenticated } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { doerOf, recordActivity, userSubject } from '../../../activity/server/public.ts';
import {
  findByUsernameOrEmail,
  lockPerson,
  type PersonRow,
  peopleTouched,
  toUser,
} from '../../../people/server/public.ts';
import type { login } from '../../contract.ts';
import { canSignIn, findCredentials } from '../password/credentials.ts';
import { verifyPassword } from '../password/hashing.ts';
import { announceEnded, openSession, sessionSeconds } from '../sessions/lifecycle.ts';
import type { AccessTables } from '../tables.ts';
import { createAttempts } from './attempts.ts';

/** One sentence for every reason, or it would tell which accounts exist. */
const refused = () => unauthenticated('The username or password is not correct.');

/** No account has it; asked for so that an unknown name takes as many queries as a known one. */
const nobody = 0;

export function signIn(platform: Platform): Handler<typeof login> {
  const db: Db<AccessTables> = platform.db;
  const attempt = createAttempts(platform.limits);

  return async ({ body: { username, password }, ...caller }) => {
    const person = await findByUsernameOrEmail(db, username);
    const credentials = await findCredentials(db, person?.id ?? nobody);
    const hash = person && canSignIn(person) ? credentials?.password_hash : null;
    const proven = await attempt(username, person, caller.ip, () => verifyPassword(hash, password));
    if (person && !proven) noteFailure(platform, person, caller.ip);
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
    caller.session.start(token, sessionSeconds);
    return user;
  };
}

/**
 * Nobody waits for it, or the time of the answer would tell that there is such an account. What was typed
 * in is not kept: people type passwords into the wrong field.
 */
function noteFailure({ db, log }: Platform, person: PersonRow, ip: string): void {
  recordActivity(db, {
    actor: null,
    action: 'session.refused',
    subject: userSubject(person),
    ip,
  }).catch((error) => log.warn({ err: error }, 'A failed sign-in was not noted'));
}
