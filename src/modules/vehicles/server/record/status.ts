import { sql, type UpdateObject } from 'kysely';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { passesApproval } from '../../contract/recon/stages.ts';
import {
  isGone,
  isPlace,
  needsReason,
  type Status,
  statusNames,
  transitionError,
  undoes,
} from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import type * as calls from '../../contract.ts';
import { canApproveSpending, canChangeStatus } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import type { VehicleDb, VehicleTables } from '../tables.ts';
import { applyDeposit, hasOpenDeposit, reopenDeposit } from './deposits.ts';
import { addEvent } from './events.ts';
import { assertNotInTransfer, getVehicle, lockVehicle } from './find.ts';
import { closeStep, lastStage, openStep } from './recon-steps.ts';
import { getToday, type VehicleRow } from './rows.ts';
import { findLaterStay } from './stays.ts';

export function setStatus(platform: Platform): Handler<typeof calls.setStatus> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params, body, ip }) => {
    const row = await db.transaction().execute(async (tx) => {
      const locked = await lockVehicle(tx, actor, params.vehicleId, body.version);
      await changeStatus(tx, actor, locked, { ...body, ip });
      return locked;
    });
    publishVehicleChanged(platform, row);
    return getVehicle(db, actor, row.id);
  };
}

/** The caller holds the row lock. Throws 409 if the transition is not allowed, 403 if the actor may not make it. */
export async function changeStatus(
  tx: VehicleDb,
  actor: Actor,
  row: VehicleRow,
  { status, reason, ip }: StatusChange,
): Promise<void> {
  assertCanChange(actor, row, status);
  if (needsReason(row, status) && !reason) {
    throw invalid('Enter a reason.', { reason: 'Enter a reason' });
  }
  await writeStatus(tx, actor, row, { status, reason, ip });
}

interface StatusChange {
  status: Status;
  reason?: string | null | undefined;
  /** The day it was sold or left, if not today. */
  on?: string | null | undefined;
  ip: string;
}

/**
 * Writes a change of status that is allowed, with its recon step, its deposit, its event and its activity. The caller
 * holds the row lock. The own place of a sold or delivered vehicle undoes its sale.
 */
export async function writeStatus(
  tx: VehicleDb,
  actor: Actor,
  row: VehicleRow,
  { status, reason = null, on = null, ip }: StatusChange,
): Promise<void> {
  const today = await getToday(tx);
  const comesBack = isGone(row.status) && !isGone(status);
  // A stay that ended cannot go on beside another.
  const later = comesBack ? await findLaterStay(tx, row) : undefined;
  if (later) throw conflict(`This vehicle came back and is in stock as ${later}.`);
  if (row.status === 'delivered') await reopenDeposit(tx, row.id);
  const isReserved = await hasOpenDeposit(tx, row.id);
  const columns = columnsOf(row, status, { day: on ?? today, today, isReserved });
  await tx
    .updateTable('stock_units')
    .set({ ...columns, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  if (status === 'delivered') await applyDeposit(tx, row.id, actor.userId);
  await moveInRecon(tx, actor, row, { status, comesBack });
  // A sold vehicle that moves is still sold: its history names the places.
  const from = isPlace(status) && !undoes(row, status) ? row.place : row.status;
  const to = undoes(row, status) && isReserved && isPlace(status) ? 'deposit' : status;
  await addEvent(tx, row.id, actor.userId, { kind: 'status', from, to, reason });
  await recordActivity(tx, {
    actor,
    action: 'vehicle.status_changed',
    subject: { type: 'vehicle', id: row.id, name: `${row.stock_number}, ${titleOf(row)}` },
    before: { status: from },
    after: { status: to, reason },
    ip,
  });
}

/** Left with its buyer on a day; it had arrived by then, even if that was entered later. */
export const leftOn = (day: string) => ({
  gone_on: sql<string>`greatest(${day}::date, acquired_on)`,
  arrived_on: sql<string>`least(arrived_on, greatest(${day}::date, acquired_on))`,
});

/** The facts that a change of status moves. A place of a vehicle that is not sold, or not its own, is a move. */
function columnsOf(
  row: VehicleRow,
  status: Status,
  { day, today, isReserved }: { day: string; today: string; isReserved: boolean },
): UpdateObject<VehicleTables, 'stock_units'> {
  const inStock = { gone_as: null, gone_on: null };
  const unsold = {
    sale: isReserved ? ('deposit' as const) : null,
    sold_on: null,
    deliver_on: null,
  };
  switch (status) {
    case 'delivered':
      return { gone_as: status, ...leftOn(day) };
    case 'wholesale':
    case 'transferred':
      return { gone_as: status, gone_on: sql<string>`greatest(${day}::date, acquired_on)` };
    case 'sold':
      return row.status === 'delivered'
        ? inStock
        : { sale: 'sold', sold_on: sql<string>`greatest(${day}::date, acquired_on)` };
    case 'deposit':
      return { sale: 'deposit' };
    default:
      if (undoes(row, status)) return { ...inStock, ...unsold };
      return {
        place: status,
        ...(row.place === 'in_transit' && { arrived_on: row.arrived_on ?? today }),
      };
  }
}

/** A step is open as long as the vehicle is in recon and in stock. */
async function moveInRecon(
  tx: VehicleDb,
  actor: Pick<Actor, 'userId'>,
  row: VehicleRow,
  { status, comesBack }: { status: Status; comesBack: boolean },
): Promise<void> {
  if (comesBack) {
    if (row.place === 'recon') await openStep(tx, actor, row.id, await lastStage(tx, row.id));
    return;
  }
  const moves = isPlace(status) && status !== row.place;
  if (row.place === 'recon' && (moves || isGone(status))) {
    await closeStep(tx, row.id);
    if (status === 'frontline') await openStep(tx, actor, row.id, 'frontline');
  }
  if (moves && status === 'recon') await openStep(tx, actor, row.id, 'intake');
}

function assertCanChange(actor: Actor, row: VehicleRow, status: Status): void {
  assertNotInTransfer(row);
  const error = transitionError(row, status);
  if (error) throw conflict(error);
  if (!canChangeStatus(actor, row, status)) {
    throw forbidden('Only managers can make this change.');
  }
  if (row.stage && status === 'frontline' && passesApproval(row.stage, 'frontline')) {
    if (!canApproveSpending(actor)) {
      throw forbidden('The reconditioning isn’t approved yet. Only managers can approve it.');
    }
  }
  if (isGone(status) && row.out_kind) {
    throw conflict(
      `This vehicle is checked out. Check it in before it is ${statusNames[status].toLowerCase()}.`,
    );
  }
}
