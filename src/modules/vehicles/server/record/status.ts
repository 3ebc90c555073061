import { sql } from 'kysely';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { passesApproval } from '../../contract/recon/stages.ts';
import {
  isGone,
  needsReason,
  type Status,
  statusNames,
  transitionError,
} from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import type * as calls from '../../contract.ts';
import { canApproveSpending, canChangeStatus } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import type { VehicleDb } from '../tables.ts';
import { addEvent } from './events.ts';
import { assertNotInTransfer, getVehicle, lockVehicle } from './find.ts';
import { closeStep, openStep } from './recon-steps.ts';
import { getToday, type VehicleRow } from './rows.ts';

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

interface StatusChange {
  status: Status;
  reason?: string | undefined;
  ip: string;
}

/** The caller holds the row lock. Throws 409 if the transition is not allowed, 403 if the actor may not make it. */
export async function changeStatus(
  tx: VehicleDb,
  actor: Actor,
  row: VehicleRow,
  { status, reason, ip }: StatusChange,
): Promise<void> {
  assertCanChange(actor, row, status);
  if (needsReason(row.status, status) && !reason) {
    throw invalid('Enter a reason.', { reason: 'Enter a reason' });
  }
  const today = await getToday(tx);
  await tx
    .updateTable('vehicles')
    .set({
      status,
      version: row.version + 1,
      gone_on: isGone(status) ? sql<string>`greatest(${today}::date, acquired_on)` : null,
      // A vehicle that comes back starts aging again.
      ...(isGone(row.status) && { acquired_on: today, acquired_from: 'trade' }),
    })
    .where('id', '=', row.id)
    .execute();
  if (row.status === 'recon') await closeStep(tx, row.id);
  const stage = status === 'recon' ? 'intake' : row.status === 'recon' && status;
  if (stage === 'intake' || stage === 'frontline') await openStep(tx, actor, row.id, stage);
  const from = row.status;
  const event = { kind: 'status', from, to: status, reason: reason ?? null } as const;
  await addEvent(tx, row.id, actor.userId, event);
  await recordActivity(tx, {
    actor,
    action: 'vehicle.status_changed',
    subject: { type: 'vehicle', id: row.id, name: `${row.stock_number}, ${titleOf(row)}` },
    before: { status: from },
    after: { status, reason: reason ?? null },
    ip,
  });
}

function assertCanChange(actor: Actor, row: VehicleRow, status: Status): void {
  assertNotInTransfer(row);
  const error = transitionError(row.status, status);
  if (error) throw conflict(error);
  if (!canChangeStatus(actor, row.status, status)) {
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
