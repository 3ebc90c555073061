import type { Actor } from '../../../platform/server/http/actor.ts';
import { listStaff } from '../../../platform/server/records/staff.ts';
import { recordKinds } from '../contract/kinds.ts';
import type { Choices } from '../contract.ts';
import { canKeep, canSeePayoffs, storesOf } from './policy.ts';
import type { JacketsDb } from './tables.ts';

/** Whose jackets the actor may read, and the employees at those stores. */
export async function getChoices(db: JacketsDb, actor: Actor): Promise<Choices> {
  const records = recordKinds
    .map((record) => ({
      record,
      stores: storesOf(actor, record),
      may: { keep: canKeep(actor, record) },
    }))
    .filter(({ stores }) => stores.length > 0);
  const sold = records.filter(({ record }) => record !== 'employee');
  const atStores = [...new Set(sold.flatMap((one) => one.stores))];
  const staff = atStores.length > 0 ? await listStaff(db, atStores) : [];
  return {
    records,
    staff: staff.map(({ id, name }) => ({ id, name })),
    seesPayoffs: canSeePayoffs(actor),
  };
}
