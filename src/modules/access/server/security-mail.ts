import type { Kysely } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { type LetterBody, renderMail } from '../../mail/server/public.ts';
import { findPersonById, type PersonRow } from '../../people/server/public.ts';
import { nameDevice } from './sessions/device.ts';

interface Caller {
  ip: string;
  userAgent: string;
}

/** `link`: with a mailed link. `administrator`: by somebody else. */
type How = 'changed' | 'link' | 'administrator';

const ways: Record<How, string> = {
  changed: '',
  link: 'with a link sent to this address, ',
  administrator: 'by an administrator, who can give you the new one',
};

const newDeviceTask = 'access.mail-new-device';

/**
 * Tells people that their account was opened on a browser it was never opened on before. Only a job is
 * left in the transaction of the sign-in, which holds the account.
 */
export function createNewDeviceMail(platform: Platform) {
  const { db, jobs } = platform;
  jobs.define(newDeviceTask, async ({ userId, device, address }) => {
    const person = await findPersonById(db, Number(userId));
    if (!person || person.deleted_at) return;
    await db.transaction().execute(async (tx) => {
      const values = { firstName: person.first_name, device: String(device) };
      const letter = await renderMail(tx as Db<AnyTables>, 'new-device', {
        ...values,
        address: String(address),
      });
      await send(platform, tx, person, letter);
    });
  });
  return (tx: Kysely<AnyTables>, userId: number, { ip, userAgent }: Caller) => {
    const device = nameDevice(userAgent);
    // Many at once from one place are one mail.
    const key = `new-device:${userId}:${ip}:${device}`;
    return jobs.add(tx, newDeviceTask, { userId, device, address: ip }, { key });
  };
}

/** Tells the person that their password is another one now. */
export async function mailPasswordChanged(
  platform: Platform,
  tx: Kysely<AnyTables>,
  person: PersonRow,
  { ip, userAgent, how }: Caller & { how: How },
): Promise<void> {
  const letter = await renderMail(tx as Db<AnyTables>, 'password-changed', {
    firstName: person.first_name,
    how:
      how === 'administrator' ? ways[how] : `${ways[how]}on ${nameDevice(userAgent)}, from ${ip}`,
  });
  await send(platform, tx, person, letter);
}

/** An address nobody has confirmed or vouched for may be anybody's. */
async function send(
  { mail }: Platform,
  tx: Kysely<AnyTables>,
  { email, email_confirmed_at, pending }: PersonRow,
  letter: LetterBody | null,
): Promise<void> {
  if (letter && email_confirmed_at && !pending) await mail.send(tx, { to: email, ...letter });
}
