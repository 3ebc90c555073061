import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden, invalid } from '../../../../platform/server/http/errors.ts';
import type { saveDeal } from '../../contract.ts';
import { canSeeCost } from '../policy.ts';
import type { DealsDb } from '../tables.ts';

export type DealInput = Omit<ValidOf<typeof saveDeal>['body'], 'version'>;

/** Refuses what cannot be, field by field, before anything is written. */
export function assertValidDeal(actor: Actor, said: DealInput): void {
  const { costs, products, trade } = said;
  const tells =
    costs !== undefined ||
    trade?.acvCents !== undefined ||
    products.some(({ costCents }) => costCents !== undefined);
  if (tells && !canSeeCost(actor)) {
    throw forbidden('Cost is for those who may see financial reports.');
  }
  if (said.vehicleId === null && said.vehicle === '') {
    const problem = 'Choose a car of the stock, or say which car it is';
    throw invalid(`${problem}.`, { vehicle: problem });
  }
  if (said.secondSalespersonId === said.salespersonId) {
    const problem = 'Choose somebody else, or nobody';
    throw invalid('One person cannot share a deal with themselves.', {
      secondSalespersonId: problem,
    });
  }
}

const people = {
  salespersonId: 'salesperson',
  secondSalespersonId: 'second salesperson',
  financeManagerId: 'finance manager',
} as const;

/** Whoever stands on it must work in the store; `kept`: who stood on the deal before. */
export async function assertStaff(
  db: DealsDb,
  store: Store,
  said: DealInput,
  kept: readonly (number | null)[] = [],
): Promise<void> {
  const fields = Object.keys(people) as (keyof typeof people)[];
  const wanted = fields.filter((field) => said[field] !== null && !kept.includes(said[field]));
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${wanted.map((field) => said[field])}::integer[])
      and is_active and not pending and deleted_at is null
      and store_access && array[${store}, 'all']`.execute(db);
  const known = new Set<number | null>(rows.map(({ id }) => id));
  const wrong = wanted.find((field) => !known.has(said[field]));
  if (wrong) {
    throw invalid(`The ${people[wrong]} does not work in this store.`, {
      [wrong]: 'Does not work in this store',
    });
  }
}
