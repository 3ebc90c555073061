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

/** `link`: with an emailed link. `administrator`: by someone else. */
type ChangeMethod = 'changed' | 'link' | 'administrator';

const methodTexts: Record<ChangeMethod, string> = {
  changed: '',
  link: 'with a link sent to this address, ',
  administrator: 'by an administrator, who can give you the new one',
};

const newDeviceTask = 'access.mail-new-device';

/**
 * Emails people about a sign-in on a new device. Only adds a job in the sign-in transaction, which locks the
 * account.
 */
export function createNewDeviceMail(platform: Platform) {
  const { db, jobs } = platform;
  jobs.define(newDeviceTask, async ({ userId, device, address }) => {
    const person = await findPersonById(db, Number(userId));
    if (!person || person.deleted_at) return;
    await db.transaction().execute(async (tx) => {
      const values = { firstName: person.first_name, device: String(device) };
      const body = await renderMail(tx as Db<AnyTables>, 'new-device', {
        ...values,
        address: String(address),
      });
      await send(platform, tx, person, body);
    });
  });
  return (tx: Kysely<AnyTables>, userId: number, { ip, userAgent }: Caller) => {
    const device = nameDevice(userAgent);
    // Several at once from one place are one email.
    const key = `new-device:${userId}:${ip}:${device}`;
    return jobs.add(tx, newDeviceTask, { userId, device, address: ip }, { key });
  };
}

/** Emails the person that their password was changed. */
export async function mailPasswordChanged(
  platform: Platform,
  tx: Kysely<AnyTables>,
  person: PersonRow,
  { ip, userAgent, how }: Caller & { how: ChangeMethod },
): Promise<void> {
  const body = await renderMail(tx as Db<AnyTables>, 'password-changed', {
    firstName: person.first_name,
    how:
      how === 'administrator'
        ? methodTexts[how]
        : `${methodTexts[how]}on ${nameDevice(userAgent)}, from ${ip}`,
  });
  await send(platform, tx, person, body);
}

/** An unconfirmed address may belong to anyone, so nothing is sent there. */
async function send(
  { mail }: Platform,
  tx: Kysely<AnyTables>,
  { email, email_confirmed_at, pending }: PersonRow,
  body: LetterBody | null,
): Promise<void> {
  if (body && email_confirmed_at && !pending) await mail.send(tx, { to: email, ...body });
}
