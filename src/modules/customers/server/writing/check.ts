import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import type { CustomerTables } from '../tables.ts';

/** What keeps facts from being a customer, by field. */
export function findProblems(
  facts: Pick<CustomerFacts, 'kind' | 'firstName' | 'lastName' | 'company'>,
) {
  if (facts.kind === 'business')
    return facts.company ? {} : { company: 'Please enter the name of the business' };
  return facts.firstName || facts.lastName ? {} : { lastName: 'Please enter a first or last name' };
}

export function assertNamed(facts: CustomerFacts): void {
  const problems = findProblems(facts);
  const [sentence] = Object.values(problems);
  if (sentence) throw invalid(`${sentence}.`, problems as Record<string, string>);
}

/** Refuses whoever cannot look after customers of a store: another store's people, and who has left. */
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
    throw invalid('This person does not work at this store.', {
      [field]: 'Please choose somebody of this store',
    });
}
