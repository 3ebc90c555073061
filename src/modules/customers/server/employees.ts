import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import type { CustomerTables } from '../tables.ts';

/** Missing names, by field. */
export function findProblems(
  facts: Pick<CustomerFacts, 'kind' | 'firstName' | 'lastName' | 'company'>,
) {
  if (facts.kind === 'business') return facts.company ? {} : { company: 'Enter the business name' };
  return facts.firstName || facts.lastName ? {} : { lastName: 'Enter a first or last name' };
}

export function assertNamed(facts: CustomerFacts): void {
  const problems = findProblems(facts);
  const [message] = Object.values(problems);
  if (message) throw invalid(`${message}.`, problems as Record<string, string>);
}

/** Throws unless the user is an active employee of the store. */
export async function assertWorksAt(
  tx: Kysely<CustomerTables>,
  userId: number,
  store: Store,
  field: string,
): Promise<void> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('pending', '=', false)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`protection is distinct from 'system_bot'`)
    .where(sql<boolean>`store_access && array[${store}, 'all']::text[]`)
    .executeTakeFirst();
  if (!found)
    throw invalid('This employee doesn’t work at this store.', {
      [field]: 'Choose an employee of this store',
    });
}
