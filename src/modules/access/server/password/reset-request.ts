import type { Kysely } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { renderMail } from '../../../mail/server/public.ts';
import {
  findByUsernameOrEmail,
  lockPerson,
  type PersonRow,
} from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { addressKey } from '../sign-in/attempts.ts';
import type { AccessTables } from '../tables.ts';
import { canSignIn } from './credentials.ts';
import { countRecentLinks, createResetLink } from './reset-link.ts';

const task = 'access.mail-reset-link';
const resetLinkSent = 'If an account exists with this email, a password reset link has been sent.';

/** Otherwise anybody could fill somebody's mailbox. */
const mostLinksPerHour = 3;

/**
 * Only leaves a job behind, the same one for every address: neither the answer nor its time tells
 * whether somebody has that address.
 */
export function requestPasswordReset(
  platform: Platform,
): Handler<typeof calls.requestPasswordReset> {
  const requests = platform.limits('reset-request', 30, 60 * 60);
  platform.jobs.define(task, ({ email }) => mailLink(platform, String(email)));
  return async ({ body: { email }, ip }) => {
    await requests.consume(addressKey(ip));
    await platform.jobs.add(platform.db, task, { email });
    return { message: resetLinkSent };
  };
}

async function mailLink(platform: Platform, email: string): Promise<void> {
  const db: Db<AccessTables> = platform.db;
  await db.transaction().execute(async (tx) => {
    const found = await findByUsernameOrEmail(tx, email);
    const person = found && (await lockPerson(tx, found.id));
    if (person && canSignIn(person)) await mailResetLink(platform, tx, person);
  });
}

/**
 * Mails the person a link on which they choose a password. At most three in an hour, whoever asks: false
 * when these have been sent. The last two links stay good until one of them is used.
 */
export async function mailResetLink(
  platform: Platform,
  anyTx: Kysely<AnyTables>,
  person: PersonRow,
): Promise<boolean> {
  const tx: Kysely<AccessTables> = anyTx;
  await lockPerson(tx, person.id);
  if ((await countRecentLinks(tx, person.id)) >= mostLinksPerHour) return false;
  const letter = await renderMail(tx as Db<AnyTables>, 'password-reset', {
    firstName: person.first_name,
    resetLink: platform.publicUrl() + (await createResetLink(tx, person.id, { keep: 1 })),
  });
  if (letter) await platform.mail.send(tx, { to: person.email, ...letter });
  return true;
}
