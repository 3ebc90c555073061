import { storeNames } from '../../../../platform/contract/names.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import { checkVin, cleanVin, vinPattern } from '../../../vin/contract.ts';
import { statusNames } from '../../contract/status.ts';
import { storesOf } from '../policy.ts';
import type { VehicleDb } from '../tables.ts';

interface CheckedVin {
  vin: string;
  /** Null where the check digit fits: nothing needs to be explained. */
  vin_reason: string | null;
}

/** The VIN as it is kept. Throws `invalid` for what cannot be one, or contradicts itself without a reason. */
export function takeVin(typed: string, reason: string | undefined): CheckedVin {
  const vin = cleanVin(typed);
  const { valid, problem } = checkVin(vin);
  if (valid) return { vin, vin_reason: null };
  if (problem === 'length') {
    throw refused({ vin: `A VIN has 17 characters; this has ${vin.length}` });
  }
  if (!vinPattern.test(vin)) throw refused({ vin: 'A VIN has no I, O or Q' });
  if (reason) return { vin, vin_reason: reason };
  throw invalid('The check digit of this VIN does not fit. Correct it, or say why it counts.', {
    vinReason: 'Say why this VIN counts',
  });
}

const refused = (fields: { vin: string }) => invalid(`${fields.vin}.`, fields);

/** The group's car with this VIN; whose number it has is told only to who may see it. */
export async function findKnown(db: VehicleDb, actor: Actor, vin: string) {
  const row = await db
    .selectFrom('vehicles')
    .select(['id', 'store', 'stock_number as stockNumber', 'status'])
    .where('vin', '=', vin)
    .executeTakeFirst();
  if (!row) return null;
  const { store, ...car } = row;
  return { store, car: storesOf(actor).includes(store) ? car : null };
}

/** Why a VIN cannot be taken a second time. */
export async function duplicateSentence(db: VehicleDb, actor: Actor, vin: string): Promise<string> {
  const known = await findKnown(db, actor, vin);
  if (!known) return 'This VIN is in the group already.';
  const place = storeNames[known.store];
  return known.car
    ? `This VIN is stock ${known.car.stockNumber} at ${place}: ${statusNames[known.car.status].toLowerCase()}.`
    : `${place} has a car with this VIN. Ask them about it.`;
}
