import { sql } from 'kysely';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { AppError, conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/deposits.ts';
import { depositMaxDays } from '../../contract/deposits.ts';
import { statusNames } from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { canTakeDeposit, storesOf } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import { findDeposit } from '../record/deposits.ts';
import { addEvent } from '../record/events.ts';
import { assertNotInTransfer, bumpVersion, lockVehicle } from '../record/find.ts';
import { getToday } from '../record/rows.ts';
import { writeStatus } from '../record/status.ts';
import type { VehicleDb } from '../tables.ts';

/**
 * The customer an id leads to; throws 404 unless the actor may read customers and sees this one. Passed in, because
 * customers are a module of the same layer.
 */
export type GetCustomer = (
  db: VehicleDb,
  actor: Actor,
  id: number,
) => Promise<{ id: number; name: string }>;

/** Takes a deposit: the vehicle waits for this buyer, wherever it is. */
export function takeDeposit(
  platform: Platform,
  getCustomer: GetCustomer,
): Handler<typeof calls.takeDeposit> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params, body, ip }) => {
    const own = sql`d.taken_by = ${actor.userId} and d.client_id = ${body.clientId}`;
    const existing = await findDeposit(db, own, await getToday(db));
    if (existing) return existing;
    const car = await db
      .transaction()
      .execute(async (tx) => {
        const today = await getToday(tx);
        const row = await lockVehicle(tx, actor, params.vehicleId, body.version);
        assertNotInTransfer(row);
        if (!canTakeDeposit(actor, row)) {
          throw conflict(
            row.status === 'deposit'
              ? 'This vehicle already has a deposit.'
              : `This vehicle is ${statusNames[row.status].toLowerCase()}.`,
          );
        }
        if (body.expiresOn < today || body.expiresOn > addDays(today, depositMaxDays)) {
          const problem = `Choose a day within the next ${depositMaxDays} days`;
          throw invalid(`${problem}.`, { expiresOn: problem });
        }
        await tx
          .insertInto('stock_deposits')
          .values({
            client_id: body.clientId,
            unit_id: row.id,
            ...(await customerColumns(tx, actor, body, getCustomer)),
            cents: body.cents,
            expires_on: body.expiresOn,
            note: body.note,
            taken_by: actor.userId,
            ended_by: null,
            ended_at: null,
            outcome: null,
          })
          .execute();
        const { cents, expiresOn } = body;
        await addEvent(tx, row.id, actor.userId, { kind: 'deposit_taken', cents, expiresOn });
        await writeStatus(tx, actor, row, { status: 'deposit', reason: null, ip });
        return row;
      })
      .catch(async (error) => {
        // A concurrent repeat of the same request finds the vehicle changed, or violates a unique constraint.
        if (await findDeposit(db, own, await getToday(db))) return null;
        throw error;
      });
    if (car) publishVehicleChanged(platform, car);
    const taken = await findDeposit(db, own, await getToday(db));
    if (!taken) throw notFound();
    return taken;
  };
}

async function customerColumns(
  tx: VehicleDb,
  actor: Actor,
  { customerId, customerName }: { customerId?: number | null; customerName?: string },
  getCustomer: GetCustomer,
) {
  if (customerId) {
    const customer = await getCustomer(tx, actor, customerId).catch((error) => {
      // In a form, a customer that does not exist for the actor is a wrong field.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      throw invalid('Customer not found.', { customerId: 'Choose a customer' });
    });
    return { customer_id: customer.id, customer_name: null };
  }
  if (customerName) return { customer_id: null, customer_name: customerName };
  throw invalid('Enter the customer.', { customerName: 'Enter the customer' });
}

/** Refunds a deposit, or lets the store keep it; a vehicle that is not sold is for sale again. */
export function endDeposit(platform: Platform): Handler<typeof calls.endDeposit> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { depositId }, body: { outcome, reason }, ip }) => {
    const found = await db
      .selectFrom('stock_deposits as d')
      .innerJoin('stock_units as u', 'u.id', 'd.unit_id')
      .select('u.id')
      .where('d.id', '=', depositId)
      .where(inStores('u.store', storesOf(actor)))
      .executeTakeFirst();
    if (!found) throw notFound();
    const car = await db.transaction().execute(async (tx) => {
      const row = await lockVehicle(tx, actor, found.id);
      const ended = await tx
        .updateTable('stock_deposits')
        .set({
          outcome,
          ended_by: actor.userId,
          ended_at: sql<Date>`greatest(clock_timestamp(), taken_at)`,
        })
        .where('id', '=', depositId)
        .where('ended_at', 'is', null)
        .returning('cents')
        .executeTakeFirst();
      if (!ended) throw conflict('This deposit has already ended.');
      const { cents } = ended;
      await addEvent(tx, row.id, actor.userId, { kind: 'deposit_ended', cents, outcome, reason });
      if (row.status === 'deposit') {
        await tx.updateTable('stock_units').set({ sale: null }).where('id', '=', row.id).execute();
      }
      await bumpVersion(tx, row.id);
      await recordActivity(tx, {
        actor,
        action: 'vehicle.deposit_ended',
        subject: { type: 'vehicle', id: row.id, name: `${row.stock_number}, ${titleOf(row)}` },
        before: { status: row.status },
        after: { outcome, cents, reason },
        ip,
      });
      return row;
    });
    publishVehicleChanged(platform, car);
    return { message: outcome === 'refunded' ? 'Deposit refunded.' : 'Deposit forfeited.' };
  };
}
