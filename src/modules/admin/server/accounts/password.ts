import type { Actor } from '../../../../platform/server/http/actor.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import {
  announceEnded,
  assertAcceptable,
  endSessions,
  hashPassword,
  setPasswordHash,
} from '../../../access/server/public.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { findPersonById, type PersonRow } from '../../../people/server/public.ts';
import type { resetUserPassword } from '../../contract.ts';
import { act, assertMay, getTarget, type Tx } from '../acting/act.ts';
import { reasons } from '../acting/tell.ts';

/** Whoever gets a password from somebody else chooses their own at the next sign-in; not in the demo group. */
export const mustChange = ({ config }: Platform): boolean => config.seed !== 'demo';

export function passwordReset(platform: Platform): Handler<typeof resetUserPassword> {
  return async ({ body: { userId, newPassword }, ...asking }) => {
    const known = await findPersonById(platform.db, userId);
    if (!known || known.deleted_at) throw notFound();
    const hash = await preparePassword(newPassword, known, 'newPassword');
    const ended = await act(platform, asking, async (tx, doer) => {
      const row = await getTarget(tx, userId);
      assertMay(doer, 'password', row);
      return replacePassword(platform, tx, { ...asking, doer, row, hash });
    });
    announceEnded(platform, ended, reasons.password);
    return { message: 'The password has been reset.' };
  };
}

/** The hash of a password that this person may have; hashed before the act, which others wait for. */
export async function preparePassword(
  password: string,
  owner: PersonRow,
  field = 'password',
): Promise<string> {
  assertAcceptable(password, owner, field);
  return hashPassword(password);
}

interface Replacement {
  doer: Actor;
  ip: string;
  row: PersonRow;
  hash: string;
}

/** Sets the password and ends every session; answers those that were open. */
export async function replacePassword(
  platform: Platform,
  tx: Tx,
  { doer, ip, row, hash }: Replacement,
): Promise<string[]> {
  await setPasswordHash(tx, row.id, hash, { mustChange: mustChange(platform) });
  await recordActivity(tx, {
    actor: doer,
    action: 'user.password_reset',
    subject: userSubject(row),
    ip,
  });
  return endSessions(tx, row.id);
}
