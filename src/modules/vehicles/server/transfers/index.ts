import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/lot/transfers.ts';
import type { VehicleDb } from '../tables.ts';
import { cancelTransfer, receiveVehicle } from './end.ts';
import { findTransfers, toTransfer } from './rows.ts';
import { sendVehicle } from './send.ts';

const maxOpen = 500;
const maxEnded = 100;

/** Transfers between stores of the group: one sends, the other receives. */
export function addTransfers(platform: Platform): void {
  const { routes } = platform;
  const db: VehicleDb = platform.db;
  routes.add(calls.listTransfers, async ({ actor }) => {
    const [open, ended] = await Promise.all([
      findTransfers(db, actor, sql`t.ended_at is null`, maxOpen),
      findTransfers(db, actor, sql`t.ended_at > now() - interval '60 days'`, maxEnded),
    ]);
    const toTransfers = (rows: typeof open) => rows.map((row) => toTransfer(row, actor));
    return { open: toTransfers(open), ended: toTransfers(ended) };
  });
  routes.add(calls.sendVehicle, sendVehicle(platform));
  routes.add(calls.receiveVehicle, receiveVehicle(platform));
  routes.add(calls.cancelTransfer, cancelTransfer(platform));
}
