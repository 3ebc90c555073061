import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { unauthenticated } from '../../../../platform/server/errors.ts';
import type { PlacedCookie } from '../../../../platform/server/http/cookie.ts';
import { hashToken } from '../../../access/server/public.ts';
import { codeAlphabet, codeLength } from '../../contract.ts';
import type { KioskDb } from '../tables.ts';

/** The identity of a device: it reaches no other endpoint, and no other endpoint or socket reads it. */
export const kioskCookie: PlacedCookie = { name: 'forecourt-kiosk-device', path: '/api/kiosk' };

export const newCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');

export interface Device {
  id: number;
  store: Store;
  name: string;
  /** It was last seen on an earlier day, or never. */
  isNewDay: boolean;
}

interface Caller {
  cookies: { read(placed: PlacedCookie): string | undefined };
}

const removed = () => unauthenticated('This device is not a kiosk, or it was removed.');

/** The kiosk that calls; throws `unauthenticated` if it is none, or no longer. Read from the database each time. */
export async function getDevice(db: KioskDb, { cookies }: Caller): Promise<Device> {
  const token = cookies.read(kioskCookie);
  const device = token && (await findDevice(db, hashToken(token)));
  if (!device) throw removed();
  return device;
}

/** The kiosk with this credential; null if there is none. Throws `unauthenticated` if it was removed. */
export async function findDevice(db: KioskDb, tokenHash: Buffer): Promise<Device | null> {
  const row = await db
    .selectFrom('kiosk_devices')
    .select([
      'id',
      'store',
      'name',
      'revoked_at',
      sql<boolean>`last_seen_at is null or last_seen_at::date < current_date`.as('isNewDay'),
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!row) return null;
  const { revoked_at, ...device } = row;
  if (revoked_at) throw removed();
  return device;
}

/** Notes that a kiosk is there, at most every half minute. */
export async function noteSeen(db: KioskDb, id: number, ip: string): Promise<void> {
  await db
    .updateTable('kiosk_devices')
    .set({ last_seen_at: sql<Date>`now()`, last_ip: ip })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('last_seen_at', 'is', null),
        eb('last_seen_at', '<', sql<Date>`now() - interval '30 seconds'`),
        eb('last_ip', 'is distinct from', ip),
      ]),
    )
    .execute();
}
