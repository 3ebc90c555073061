import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/records.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import { noteDuplicates } from '../duplicates.ts';
import { publishChange, publishRecordChange } from '../publish.ts';
import type { CustomerServices } from '../services.ts';
import { getVisibleCustomer, subjectOf } from '../visible.ts';
import { assertNamed, factsOf, readFacts, replaceFacts } from './facts.ts';
import { describeCustomer, recordOpening } from './open.ts';

/** Throws `conflict` if the customer is no longer at `version`. */
export function saveCustomer(services: CustomerServices): Handler<typeof calls.saveCustomer> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { customerId }, body: { version, ...input }, ip }) => {
    await writes.consume(String(actor.userId));
    const facts = factsOf(input);
    assertNamed(facts);
    const id = await db.transaction().execute(async (tx) => {
      const existing = await getVisibleCustomer(tx, actor, customerId, { lock: true });
      const before = await readFacts(tx, existing.id);
      const changed = changedFields(before, facts);
      // A repeated request, e.g. because the reply was lost.
      if (changed.length === 0) {
        await recordOpening(tx, actor, existing.id, ip);
        return existing.id;
      }
      // The version is that of a record that was merged into this one meanwhile.
      if (existing.id !== customerId) throw conflict('This customer has already been merged.');
      assertVersion(existing, version, 'this customer', 'load');
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
    publishRecordChange(platform, id);
    const record = await describeCustomer(db, actor, id);
    publishChange(platform, actor, record);
    return record;
  };
}

const changedFields = (before: CustomerFacts, after: CustomerFacts) =>
  (Object.keys(before) as (keyof CustomerFacts)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
