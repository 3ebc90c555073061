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
import { addressKey } from '../attempts.ts';
import { canSignIn } from '../credentials/credentials.ts';
import type { AccessTables } from '../tables.ts';
import { countRecentLinks, createResetLink } from './reset-link.ts';

const task = 'access.mail-reset-link';
const resetLinkSent = 'If an account exists with this email, a password reset link has been sent.';

/** Otherwise anyone could flood someone's mailbox. */
const maxLinksPerHour = 3;

/**
 * Only adds a job, the same for every address: neither the reply nor its time reveals whether an account has
 * that address.
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
    const match = await findByUsernameOrEmail(tx, email);
    const person = match && (await lockPerson(tx, match.id));
    if (person && canSignIn(person)) await mailResetLink(platform, tx, person);
  });
}

/**
 * Emails the person a link to choose a password, at most three in an hour, by any requester: false if these were
 * already sent. The last two links stay valid until one of them is used.
 */
export async function mailResetLink(
  platform: Platform,
  anyTx: Kysely<AnyTables>,
  person: PersonRow,
): Promise<boolean> {
  const tx: Kysely<AccessTables> = anyTx;
  await lockPerson(tx, person.id);
  if ((await countRecentLinks(tx, person.id)) >= maxLinksPerHour) return false;
  const body = await renderMail(tx as Db<AnyTables>, 'password-reset', {
    firstName: person.first_name,
    resetLink: platform.publicUrl() + (await createResetLink(tx, person.id, { keep: 1 })),
  });
  if (body) await platform.mail.send(tx, { to: person.email, ...body });
  return true;
}
