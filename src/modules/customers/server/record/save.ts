import { isDeepStrictEqual } from 'node:util';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { CustomerFacts, saveCustomer } from '../../contract/records.ts';
import { noteDuplicates } from '../merging/duplicates.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { assertNamed } from './check.ts';
import { subjectOf } from './create.ts';
import { factsOf, readFacts, replaceFacts } from './facts.ts';

type Body = ValidOf<typeof saveCustomer>['body'];

export const stale = 'Someone else changed this customer. Reload and try again.';

interface SaveCommand {
  customerId: number;
  body: Body;
  ip: string;
}

/** Saves a customer; throws `conflict` if it is no longer at `version`. */
export async function updateCustomer(
  db: CustomersDb,
  actor: Actor,
  { customerId, body: { version, ...input }, ip }: SaveCommand,
): Promise<number> {
  const facts = factsOf(input);
  assertNamed(facts);
  return db.transaction().execute(async (tx) => {
    const existing = await getVisible(tx, actor, customerId, { lock: true });
    const before = await readFacts(tx, existing.id);
    const changed = changedFields(before, facts);
    // A repeated request, e.g. because the reply was lost.
    if (changed.length === 0) return existing.id;
    if (existing.id !== customerId || existing.version !== version) throw conflict(stale);
    await replaceFacts(tx, existing.id, facts, actor.userId);
    await noteDuplicates(tx, [existing.id]);
    // Field names only: the sealed log outlives data that must be erased.
    await recordActivity(tx, {
      actor,
      action: 'customer.updated',
      subject: subjectOf(existing.id),
      after: { changed },
      ip,
    });
    return existing.id;
  });
}

const changedFields = (before: CustomerFacts, after: CustomerFacts) =>
  (Object.keys(before) as (keyof CustomerFacts)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
