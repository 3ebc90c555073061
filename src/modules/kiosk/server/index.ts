import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import * as devices from '../contract/devices.ts';
import * as pins from '../contract/pins.ts';
import * as calls from '../contract.ts';
import { getKiosk, requestEnrollment } from './devices/kiosk.ts';
import {
  addKiosk,
  findWaitingDevice,
  listKiosks,
  renameKiosk,
  revokeKiosk,
} from './devices/manage.ts';
import { clearPin, listPins } from './pins/managed.ts';
import { getOwnPin, setOwnPin } from './pins/own.ts';
import { createPinCheck } from './pins/verify.ts';
import { kioskTopic } from './publish.ts';
import { punchAtKiosk, signInAtKiosk } from './punching/punch.ts';
import { setKioskRule } from './rules/rules.ts';
import type { KioskDb } from './tables.ts';

/**
 * Kiosks: shared devices of a store at which employees punch with their number and a PIN, and from where they may
 * punch otherwise. A device has a credential of its own, which is no session and opens nothing else. The module must
 * never reveal whether a number exists, store or show a PIN, or leave anyone signed in at a device.
 */
export function kioskModule(platform: Platform): void {
  const { routes, realtime } = platform;
  const db: KioskDb = platform.db;
  const pinCheck = createPinCheck(platform);
  const codeTries = platform.limits('kiosk-code', 20, 15 * 60);
  kioskTopic.declare(realtime);
  routes.add(calls.getKiosk, getKiosk(platform));
  routes.add(calls.requestEnrollment, requestEnrollment(platform));
  routes.add(calls.signInAtKiosk, signInAtKiosk(platform, pinCheck));
  routes.add(calls.punchAtKiosk, punchAtKiosk(platform));
  routes.add(pins.getOwnPin, ({ actor }) => getOwnPin(platform.db, actor));
  routes.add(pins.setOwnPin, setOwnPin(platform, pinCheck));
  routes.add(pins.listPins, ({ actor }) => listPins(platform.db, actor));
  routes.add(pins.clearPin, clearPin(platform));
  routes.add(devices.listKiosks, (context) => listKiosks(db, context));
  routes.add(devices.findWaitingDevice, findWaitingDevice(db, codeTries));
  routes.add(devices.addKiosk, addKiosk(platform, codeTries));
  routes.add(devices.renameKiosk, renameKiosk(platform));
  routes.add(devices.revokeKiosk, revokeKiosk(platform));
  routes.add(devices.setKioskRule, setKioskRule(platform));
  scheduleSweep(platform);
}

/** Codes that no one entered, and sign-ins that are over. */
function scheduleSweep({ jobs, db }: Platform): void {
  jobs.schedule('kiosk.sweep', '41 * * * *', async () => {
    await sql`delete from kiosk_enrollments where expires_at < now()`.execute(db);
    await sql`delete from kiosk_sign_ins where expires_at < now() - interval '1 hour'`.execute(db);
  });
}
