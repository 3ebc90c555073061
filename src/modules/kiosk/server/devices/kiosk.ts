import { sql } from 'kysely';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { addressKey, hashToken, nameDevice, newToken } from '../../../access/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as calls from '../../contract.ts';
import type { Kiosk } from '../../contract.ts';
import type { KioskDb } from '../tables.ts';
import { findDevice, kioskCookie, newCode, noteSeen } from './credential.ts';

const codeMinutes = 10;

export function getKiosk(platform: Platform): Handler<typeof calls.getKiosk> {
  const db: KioskDb = platform.db;
  return async ({ cookies, ip }) => {
    const token = cookies.read(kioskCookie);
    if (!token) return kioskReply(db, { state: 'new' });
    const tokenHash = hashToken(token);
    const device = await findDevice(db, tokenHash);
    if (device) {
      // Browsers forget a cookie after 400 days.
      if (device.isNewDay) cookies.write(kioskCookie, token);
      await noteSeen(db, device.id, ip);
      return kioskReply(db, { state: 'ready', device });
    }
    const row = await db
      .selectFrom('kiosk_enrollments')
      .select(['code', 'expires_at'])
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    if (!row) return kioskReply(db, { state: 'new' });
    const enrollment = { code: row.code, expiresAt: row.expires_at.toISOString() };
    return kioskReply(db, { state: 'waiting', enrollment });
  };
}

/** The device keeps the cookie: the code alone is worth nothing, and neither is the cookie until it is entered. */
export function requestEnrollment(platform: Platform): Handler<typeof calls.requestEnrollment> {
  const db: KioskDb = platform.db;
  const limit = platform.limits('kiosk-enrollment', 30, 60 * 60);
  return async ({ cookies, ip, userAgent }) => {
    await limit.consume(addressKey(ip));
    const token = newToken();
    const row = await db
      .insertInto('kiosk_enrollments')
      .values({
        code: newCode(),
        token_hash: hashToken(token),
        browser: nameDevice(userAgent),
        ip,
        expires_at: sql<Date>`now() + make_interval(mins => ${codeMinutes})`,
      })
      .returning(['code', 'expires_at'])
      .executeTakeFirstOrThrow();
    cookies.write(kioskCookie, token);
    const enrollment = { code: row.code, expiresAt: row.expires_at.toISOString() };
    return kioskReply(db, { state: 'waiting', enrollment });
  };
}

async function kioskReply(
  db: KioskDb,
  { state, enrollment = null, device = null }: Pick<Kiosk, 'state'> & Partial<Kiosk>,
): Promise<Kiosk> {
  const timezone = await getTimezone(db);
  return { state, enrollment, device, timezone, serverTime: new Date().toISOString() };
}
