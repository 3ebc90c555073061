import type { Db } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { getOwn, listScans, removeAllOwn, removeOwn } from './own.ts';
import { saveScan } from './record.ts';
import { type ScannerTables, toScan } from './tables.ts';
import { findTarget, type ScanTarget } from './targets.ts';

/**
 * The scanner: each user's scanned codes. It classifies a code and finds the record it identifies; the modules
 * that own the records decide what the user may see. It must never store driver license data or show a
 * user's scans to anyone else.
 */
export function scannerModule(platform: Platform, targets: readonly ScanTarget[]): void {
  const { routes, realtime } = platform;
  const db: Db<ScannerTables> = platform.db;
  const publishChange = (userId: number) =>
    realtime.publish(`user:${userId}`, calls.scansChanged, {});

  routes.add(calls.listScans, ({ actor }) => listScans(db, actor.userId));
  routes.add(calls.getScan, async ({ actor, params }) => {
    const scan = toScan(await getOwn(db, actor.userId, params.scanId));
    return { scan, ...(await findTarget(targets, actor, scan)) };
  });
  routes.add(calls.recordScan, async ({ actor, body, ip }) => {
    const { row, isNew } = await saveScan(db, actor, body, ip);
    if (isNew) publishChange(actor.userId);
    const scan = toScan(row);
    return { scan, ...(await findTarget(targets, actor, scan)) };
  });
  routes.add(calls.removeScan, async ({ actor, params }) => {
    await removeOwn(db, actor.userId, params.scanId);
    publishChange(actor.userId);
    return { message: 'Scan removed' };
  });
  routes.add(calls.removeAllScans, async ({ actor }) => {
    await removeAllOwn(db, actor.userId);
    publishChange(actor.userId);
    return { message: 'Scans removed' };
  });
}
