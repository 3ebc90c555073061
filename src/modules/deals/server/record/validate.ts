import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import {
  assertNoProblem,
  type FindStaffProblems,
  findWorkingAt,
  sellAt,
} from '../../../../platform/server/records/staff.ts';
import type { saveDeal } from '../../contract.ts';
import { canSeeCost } from '../policy.ts';
import type { DealsDb } from '../tables.ts';

export type DealInput = Omit<ValidOf<typeof saveDeal>['body'], 'version'>;

/** Checks rules beyond the schema; throws 400 with the field, or 403 for costs. */
export function assertValidDeal(actor: Actor, input: DealInput): void {
  const { costs, products, trade } = input;
  const hasCosts =
    costs !== undefined ||
    trade?.acvCents !== undefined ||
    products.some(({ costCents }) => costCents !== undefined);
  if (hasCosts && !canSeeCost(actor)) {
    throw forbidden('You need access to financial reports to enter costs.');
  }
  if (input.vehicleId === null && input.vehicle === '') {
    const problem = 'Choose a stock vehicle or describe the vehicle';
    throw invalid(`${problem}.`, { vehicle: problem });
  }
  if (input.secondSalespersonId !== null && input.salespersonId === null) {
    const problem = 'Choose a salesperson first';
    throw invalid('A house deal has no second salesperson.', { secondSalespersonId: problem });
  }
  if (input.secondSalespersonId !== null && input.secondSalespersonId === input.salespersonId) {
    const problem = 'Choose someone else or no one';
    throw invalid('The second salesperson must be someone else.', {
      secondSalespersonId: problem,
    });
  }
  const sellers = [input.salespersonId, input.secondSalespersonId];
  if (input.closerId !== null && sellers.includes(input.closerId)) {
    throw invalid('The closer must be someone other than the salespeople.', {
      closerId: 'Choose someone else or no one',
    });
  }
}

const people = {
  salespersonId: 'salesperson',
  secondSalespersonId: 'second salesperson',
  closerId: 'closer',
  financeManagerId: 'finance manager',
} as const;

/** Everyone on the deal must work at the store, except `kept`: those already on it. */
export async function assertStaff(
  db: DealsDb,
  store: Store,
  input: DealInput,
  kept: readonly (number | null)[] = [],
): Promise<void> {
  const fields = Object.keys(people) as (keyof typeof people)[];
  const wanted = fields.filter((field) => input[field] !== null && !kept.includes(input[field]));
  const ids = wanted.flatMap((field) => input[field] ?? []);
  const known: ReadonlySet<number | null> = await findWorkingAt(db, ids, store);
  const wrong = wanted.find((field) => !known.has(input[field]));
  if (wrong) {
    throw invalid(`The ${people[wrong]} doesn’t work at this store.`, {
      [wrong]: 'Doesn’t work at this store',
    });
  }
}

/** Those who negotiate and earn commission; F&I has rules of its own. */
const sellers = ['salespersonId', 'secondSalespersonId', 'closerId'] as const;

/** Throws 409 if someone who sells the deal may not sell at the store today, unless they already sell it (`kept`). */
export async function assertMaySell(
  db: DealsDb,
  findSellingProblems: FindStaffProblems,
  store: Store,
  input: Pick<DealInput, (typeof sellers)[number]>,
  kept: readonly (number | null)[] = [],
): Promise<void> {
  const fields: Record<string, number> = {};
  for (const field of sellers) {
    const id = input[field];
    if (id !== null && !kept.includes(id)) fields[field] = id;
  }
  await assertNoProblem(db, findSellingProblems, { fields, store, verb: sellAt(store) });
}
