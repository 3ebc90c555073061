import { type Kysely, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { conflict, invalid, rateLimited } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { personChanged } from '../../../../platform/server/realtime/watch.ts';
import { doerOf, recordActivity, userSubject } from '../../../activity/server/public.ts';
import { renderMail } from '../../../mail/server/public.ts';
import {
  announceUpdated,
  lockPerson,
  confirmEmail as markConfirmed,
  type PersonRow,
  publishRights,
} from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { addressKey } from '../attempts.ts';
import { hashToken, newToken } from '../sessions/token.ts';
import type { AccessTables } from '../tables.ts';

/** Emails to one mailbox in 24 hours: more than one only if the signed-in person asks for another. */
const mailsPerDay = 3;

const invalidLink = () =>
  invalid('This link is no longer valid. Sign in to Forecourt and choose “Send again”.');

/**
 * Emails the link that confirms an address, unless this mailbox got one in the last 24 hours. The email
 * contains nothing the person typed: it may go to a stranger.
 */
export async function mailFirstConfirmation(
  platform: Platform,
  tx: Kysely<AccessTables>,
  person: PersonRow,
): Promise<void> {
  if ((await countRecent(tx, person.email)) === 0) await mailLink(platform, tx, person);
}

/** Emails the link again to a signed-in person with an unconfirmed address. */
export function resendEmailConfirmation(
  platform: Platform,
): Handler<typeof calls.resendEmailConfirmation> {
  const db: Db<AccessTables> = platform.db;
  return async ({ actor }) => {
    const email = await db.transaction().execute(async (tx) => {
      const person = await lockPerson(tx, actor.userId);
      if (!person || person.email_confirmed_at) {
        throw conflict('Your email address is already confirmed.');
      }
      if ((await countRecent(tx, person.email)) >= mailsPerDay) throw rateLimited(60 * 60);
      await mailLink(platform, tx, person);
      return person.email;
    });
    return { message: `A new link was sent to ${email}.` };
  };
}

/** Confirms an address with the emailed link. Does not sign in. */
export function confirmEmail(platform: Platform): Handler<typeof calls.confirmEmail> {
  const db: Db<AccessTables> = platform.db;
  const tries = platform.limits('email-confirmation', 60, 60 * 60);
  return async ({ body: { token }, ip }) => {
    await tries.consume(addressKey(ip));
    const person = await db.transaction().execute(async (tx) => {
      const link = await tx
        .selectFrom('email_confirmations')
        .select('user_id')
        .where('token_hash', '=', hashToken(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst();
      const owner = link && (await lockPerson(tx, link.user_id));
      if (!owner || owner.deleted_at || !owner.is_active) throw invalidLink();
      const confirmed = await markConfirmed(tx, owner.id);
      await tx
        .updateTable('email_confirmations')
        .set({ used_at: sql<Date>`now()` })
        .where('user_id', '=', owner.id)
        .where('used_at', 'is', null)
        .execute();
      if (!owner.email_confirmed_at) {
        await recordActivity(tx, {
          actor: doerOf(confirmed),
          action: 'user.email_confirmed',
          subject: userSubject(confirmed),
          ip,
        });
      }
      return confirmed;
    });
    publishRights(platform, person);
    platform.bus.publish(personChanged, { userId: person.id });
    await announceUpdated(platform, person);
    return { message: 'Your email address is confirmed.', pending: person.pending };
  };
}

/** Locks the mailbox until the transaction ends, so that a concurrent request counts this one. */
async function countRecent(tx: Kysely<AnyTables>, email: string): Promise<number> {
  const mailbox = mailboxOf(email);
  await sql`select pg_advisory_xact_lock(hashtext('email confirmation'), hashtext(${mailbox}))`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from email_confirmations
    where mailbox = ${mailbox} and created_at > now() - interval '24 hours'`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function mailLink(
  platform: Platform,
  tx: Kysely<AccessTables>,
  person: PersonRow,
): Promise<void> {
  const token = newToken();
  await tx
    .insertInto('email_confirmations')
    .values({
      token_hash: hashToken(token),
      user_id: person.id,
      mailbox: mailboxOf(person.email),
      expires_at: person.unconfirmed_until ?? sql<Date>`now() + interval '7 days'`,
    })
    .execute();
  const body = await renderMail(tx, 'email-confirmation', {
    confirmLink: `${platform.publicUrl()}/confirm-email#token=${token}`,
  });
  if (body) await platform.mail.send(tx, { to: person.email, ...body });
}

/** The mailbox of an address: a plus suffix, and dots at Google, do not make another mailbox. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const name = (email.slice(0, at).toLowerCase().split('+')[0] ?? '') || email.slice(0, at);
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
