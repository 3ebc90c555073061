import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/lot/transfers.ts';
import type { VehicleDb } from '../tables.ts';
import { callOffTransfer, receiveCar } from './end.ts';
import { findTransfers, toTransfer } from './rows.ts';
import { sendCar } from './send.ts';

const openAtMost = 500;
const endedAtMost = 100;

/** Cars that go from one store of the group to another: one sends, the other takes over. */
export function addTransfers(platform: Platform): void {
  const { routes } = platform;
  const db: VehicleDb = platform.db;
  routes.add(calls.listTransfers, async ({ actor }) => {
    const [open, ended] = await Promise.all([
      findTransfers(db, actor, sql`t.ended_at is null`, openAtMost),
      findTransfers(db, actor, sql`t.ended_at > now() - interval '60 days'`, endedAtMost),
    ]);
    const tell = (rows: typeof open) => rows.map((row) => toTransfer(row, actor));
    return { open: tell(open), ended: tell(ended) };
  });
  routes.add(calls.sendCar, sendCar(platform));
  routes.add(calls.receiveCar, receiveCar(platform));
  routes.add(calls.callOffTransfer, callOffTransfer(platform));
}
