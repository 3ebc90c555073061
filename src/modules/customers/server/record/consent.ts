import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { wordings } from '../../contract/fields.ts';
import type * as calls from '../../contract/records.ts';
import { publishChange } from '../publish.ts';
import type { CustomerServices } from '../services.ts';
import { getVisibleCustomer, subjectOf } from '../visible.ts';
import { refresh } from './facts.ts';
import { describeCustomer, recordOpening } from './open.ts';

/** Records given or withdrawn consent with the version of the text that was read out. */
export function setConsent(services: CustomerServices): Handler<typeof calls.setConsent> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { customerId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { clientId, channel, topic, granted, source } = body;
    const id = await db.transaction().execute(async (tx) => {
      const customer = await getVisibleCustomer(tx, actor, customerId, { lock: true });
      const added = await tx
        .insertInto('customer_consents')
        .values({
          customer_id: customer.id,
          channel,
          topic,
          granted,
          source,
          wording: wordings[channel].version,
          author_id: actor.userId,
          client_id: clientId,
        })
        .onConflict((same) => same.columns(['author_id', 'client_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) {
        await recordOpening(tx, actor, customer.id, ip);
        return customer.id;
      }
      await refresh(tx, [customer.id]);
      await recordActivity(tx, {
        actor,
        action: granted ? 'customer.consent_granted' : 'customer.consent_revoked',
        subject: subjectOf(customer.id),
        after: { channel, topic, source },
        ip,
      });
      return customer.id;
    });
    const record = await describeCustomer(db, actor, id);
    publishChange(platform, actor, record);
    return record;
  };
}
