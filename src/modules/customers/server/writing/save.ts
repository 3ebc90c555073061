import { isDeepStrictEqual } from 'node:util';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { CustomerFacts, saveCustomer } from '../../contract/records.ts';
import { noteDuplicates } from '../merging/duplicates.ts';
import { getSeen } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { assertNamed } from './check.ts';
import { subjectOf } from './create.ts';
import { factsOf, readFacts, replaceFacts } from './facts.ts';

type Body = ValidOf<typeof saveCustomer>['body'];

export const stale = 'Somebody changed this customer meanwhile.';

interface Save {
  customerId: number;
  body: Body;
  ip: string;
}

/** Saves over the version the person holds; throws `conflict` when there is a later one. */
export async function saveOver(
  db: CustomersDb,
  actor: Actor,
  { customerId, body: { version, ...input }, ip }: Save,
): Promise<number> {
  const facts = factsOf(input);
  assertNamed(facts);
  return db.transaction().execute(async (tx) => {
    const held = await getSeen(tx, actor, customerId, { lock: true });
    const before = await readFacts(tx, held.id);
    const changed = changedOf(before, facts);
    // Sent again because the answer was lost, say.
    if (changed.length === 0) return held.id;
    if (held.id !== customerId || held.version !== version) throw conflict(stale);
    await replaceFacts(tx, held.id, facts, actor.userId);
    await noteDuplicates(tx, [held.id]);
    // Which fields, not what they said: the log is sealed, and outlives what must be erased.
    await recordActivity(tx, {
      actor,
      action: 'customer.updated',
      subject: subjectOf(held.id),
      after: { changed },
      ip,
    });
    return held.id;
  });
}

const changedOf = (before: CustomerFacts, after: CustomerFacts) =>
  (Object.keys(before) as (keyof CustomerFacts)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
