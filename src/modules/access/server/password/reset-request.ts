import type { Db } from '../../../../platform/server/db/database.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Mail } from '../../../../platform/server/mail/delivery.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findByUsernameOrEmail, lockPerson } from '../../../people/server/public.ts';
import type { requestPasswordReset } from '../../contract.ts';
import { addressKey } from '../sign-in/attempts.ts';
import type { AccessTables } from '../tables.ts';
import { canSignIn } from './credentials.ts';
import { createResetLink } from './reset-link.ts';

const task = 'access.mail-reset-link';
const told = 'If an account exists with this email, a password reset link has been sent.';

/**
 * Only leaves a job behind, the same one for every address: neither the answer nor its time tells
 * whether somebody has that address.
 */
export function resetRequest(platform: Platform): Handler<typeof requestPasswordReset> {
  const requests = platform.limits('reset-request', 30, 60 * 60);
  platform.jobs.define(task, ({ email }) => mailLink(platform, String(email)));
  return async ({ body: { email }, ip }) => {
    await requests.consume(addressKey(ip));
    await platform.jobs.add(platform.db, task, { email });
    return { message: told };
  };
}

async function mailLink(platform: Platform, email: string): Promise<void> {
  const db: Db<AccessTables> = platform.db;
  await db.transaction().execute(async (tx) => {
    const found = await findByUsernameOrEmail(tx, email);
    const person = found && (await lockPerson(tx, found.id));
    if (!person || !canSignIn(person)) return;
    const link = platform.publicUrl() + (await createResetLink(tx, person.id));
    await platform.mail.send(tx, compose(person.email, person.first_name, link));
  });
}

function compose(to: string, firstName: string, link: string): Mail {
  const text = `Hello ${firstName},

somebody, hopefully you, asked to reset the password of your Forecourt account.
Choose a new one here:

${link}

The link works once, within the next 60 minutes. If you did not ask for it, there is
nothing to do: your password stays as it is.
`;
  return { to, subject: 'Reset your Forecourt password', text };
}
