import type { Db } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { getOwn, listScans, removeAllOwn, removeOwn } from './own.ts';
import { keepScan } from './record.ts';
import { type ScannerTables, toScan } from './tables.ts';
import { findTarget, type ScanTarget } from './targets.ts';

/**
 * The scanner: what people read off cars and shelves, each their own. It says what a code is and which
 * record it leads to; the records are other rooms', which answer for what somebody may see. It never
 * keeps what is on a driver license, and nobody sees the scans of somebody else.
 */
export function scannerModule(platform: Platform, targets: readonly ScanTarget[]): void {
  const { routes, realtime } = platform;
  const db: Db<ScannerTables> = platform.db;
  const tell = (userId: number) => realtime.publish(`user:${userId}`, calls.scansChanged, {});

  routes.add(calls.listScans, ({ actor }) => listScans(db, actor.userId));
  routes.add(calls.getScan, async ({ actor, params }) => {
    const scan = toScan(await getOwn(db, actor.userId, params.scanId));
    return { scan, ...(await findTarget(targets, actor, scan)) };
  });
  routes.add(calls.recordScan, async ({ actor, body, ip }) => {
    const { row, fresh } = await keepScan(db, actor, body, ip);
    if (fresh) tell(actor.userId);
    const scan = toScan(row);
    return { scan, ...(await findTarget(targets, actor, scan)) };
  });
  routes.add(calls.removeScan, async ({ actor, params }) => {
    await removeOwn(db, actor.userId, params.scanId);
    tell(actor.userId);
    return { message: 'Scan removed' };
  });
  routes.add(calls.removeAllScans, async ({ actor }) => {
    await removeAllOwn(db, actor.userId);
    tell(actor.userId);
    return { message: 'Scans removed' };
  });
}
