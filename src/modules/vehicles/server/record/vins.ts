import { storeNames } from '../../../../platform/contract/names.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { checkVin, cleanVin, vinPattern } from '../../../vin/contract.ts';
import { statusNames } from '../../contract/status.ts';
import { storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';

interface CheckedVin {
  vin: string;
  /** Null if the check digit matches. */
  vin_reason: string | null;
}

/** The normalized VIN. Throws `invalid` if malformed, or if the check digit fails without a reason. */
export function validateVin(typed: string, reason: string | undefined): CheckedVin {
  const vin = cleanVin(typed);
  const { valid, problem } = checkVin(vin);
  if (valid) return { vin, vin_reason: null };
  if (problem === 'length') {
    throw invalidVin({ vin: `A VIN has 17 characters; this has ${vin.length}` });
  }
  if (!vinPattern.test(vin)) throw invalidVin({ vin: 'A VIN has no I, O or Q' });
  if (reason) return { vin, vin_reason: reason };
  throw invalid(
    'The check digit of this VIN doesn’t match. Correct it, or enter a reason for accepting it.',
    { vinReason: 'Enter a reason for accepting this VIN' },
  );
}

const invalidVin = (fields: { vin: string }) => invalid(`${fields.vin}.`, fields);

export const findVin = async (db: VehicleDb, actor: Actor, typed: string) => ({
  known: await findKnown(db, actor, validateVin(typed, 'lookup').vin),
});

/** The current or last stay of this VIN in the group; its number only if the actor may see it. */
async function findKnown(db: VehicleDb, actor: Actor, vin: string) {
  const row = await db
    .selectFrom('stock_vehicles')
    .select(['id', 'store', 'stock_number as stockNumber', 'status', 'in_stock as inStock'])
    .where('vin', '=', vin)
    .orderBy('in_stock', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { store, inStock, ...car } = row;
  return { store, inStock, car: storesOf(actor).includes(store) ? car : null };
}

/** Message for a VIN that is already in the group. */
export async function duplicateMessage(db: VehicleDb, actor: Actor, vin: string): Promise<string> {
  const known = await findKnown(db, actor, vin);
  if (!known) return 'This VIN is already in the group.';
  const place = storeNames[known.store];
  return known.car
    ? `This VIN is stock ${known.car.stockNumber} at ${place}: ${statusNames[known.car.status].toLowerCase()}.`
    : `${place} has a vehicle with this VIN. Contact the store.`;
}
