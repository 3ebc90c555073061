import { demoPeople } from '../../../db/demo/people.ts';
import type { Store } from '../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import type { Secrets } from '../../platform/server/secrets/secrets.ts';
import { hashPassword } from '../access/server/public.ts';
import { sealPinHash } from './server/pins/seal.ts';
import type { KioskDb } from './server/tables.ts';

/** Published like the password of the demo accounts; good only at a device that a manager has added. */
export const demoPin = '7391';

interface DemoKiosk {
  store: Store;
  name: string;
  browser: string;
  ip: string;
  addedBy: string;
  addedDaysAgo: number;
  seenMinutesAgo: number;
  removedDaysAgo?: number;
}

const kiosks: DemoKiosk[] = [
  {
    store: 'ford',
    name: 'Service drive',
    browser: 'Chrome on Android',
    ip: '10.20.4.31',
    addedBy: 'gm',
    addedDaysAgo: 143,
    seenMinutesAgo: 7,
  },
  {
    store: 'ford',
    name: 'Parts counter',
    browser: 'Safari on iPad',
    ip: '10.20.4.47',
    addedBy: 'walt.jankowski',
    addedDaysAgo: 96,
    seenMinutesAgo: 12,
  },
  {
    store: 'ford',
    name: 'Old lobby tablet',
    browser: 'Chrome on Android',
    ip: '10.20.4.18',
    addedBy: 'gm',
    addedDaysAgo: 210,
    seenMinutesAgo: 6 * 24 * 60,
    removedDaysAgo: 6,
  },
  {
    store: 'hyundai',
    name: 'Service drive',
    browser: 'Chrome on Android',
    ip: '10.21.4.22',
    addedBy: 'grace.oyelaran',
    addedDaysAgo: 88,
    seenMinutesAgo: 9,
  },
];

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const fewWithoutPin = ['ben.hollis', 'tyler.boone'];

/** Seeds kiosks, and PINs for those who punch; without `secrets` no PINs. */
export async function seedKiosks(
  anyDb: Db<AnyTables>,
  asOf: Date,
  idOf: (username: string) => number,
  secrets: Secrets | null,
): Promise<void> {
  const db: KioskDb = anyDb;
  const before = (ms: number) => new Date(asOf.getTime() - ms);
  await db
    .insertInto('kiosk_devices')
    .values(
      kiosks.map((kiosk, at) => ({
        client_id: `00000000-0000-4000-8000-0000000000${String(at + 10)}`,
        created_by: idOf(kiosk.addedBy),
        created_at: before(kiosk.addedDaysAgo * dayMs),
        // The hash of no token that anyone could find: no device of the demo group exists.
        token_hash: Buffer.alloc(32, at + 1),
        store: kiosk.store,
        name: kiosk.name,
        browser: kiosk.browser,
        enrolled_ip: kiosk.ip,
        last_ip: kiosk.ip,
        last_seen_at: before(kiosk.seenMinutesAgo * minuteMs),
        revoked_at: kiosk.removedDaysAgo ? before(kiosk.removedDaysAgo * dayMs) : null,
        revoked_by: kiosk.removedDaysAgo ? idOf(kiosk.addedBy) : null,
      })),
    )
    .execute();
  if (!secrets) return;
  const hash = await hashPassword(demoPin);
  const owners = demoPeople().filter(
    ({ role, isActive, pending, protection, key }) =>
      ['employee', 'manager'].includes(role) &&
      isActive &&
      !pending &&
      !protection &&
      !fewWithoutPin.includes(key),
  );
  await db
    .insertInto('kiosk_pins')
    .values(
      owners.map(({ key }, at) => ({
        user_id: idOf(key),
        sealed_hash: sealPinHash({ secrets }, idOf(key), hash),
        set_at: before((20 + (at % 9) * 7) * dayMs),
      })),
    )
    .execute();
}
