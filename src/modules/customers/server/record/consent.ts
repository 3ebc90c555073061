import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { wordings } from '../../contract/fields.ts';
import type { setConsent } from '../../contract/records.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { subjectOf } from './create.ts';
import { refresh } from './facts.ts';

type Body = ValidOf<typeof setConsent>['body'];

interface ConsentCommand {
  customerId: number;
  body: Body;
  ip: string;
}

/** Records given or withdrawn consent with the version of the text that was read out. */
export async function recordConsent(
  db: CustomersDb,
  actor: Actor,
  { customerId, body: { clientId, ...values }, ip }: ConsentCommand,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { id } = await getVisible(tx, actor, customerId, { lock: true });
    const added = await tx
      .insertInto('customer_consents')
      .values({
        ...values,
        ...{ customer_id: id, author_id: actor.userId, client_id: clientId },
        wording: wordings[values.channel].version,
      })
      .onConflict((same) => same.columns(['author_id', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return id;
    await refresh(tx, [id]);
    const action = values.granted ? 'customer.consent_granted' : 'customer.consent_revoked';
    const after = { channel: values.channel, topic: values.topic, source: values.source };
    await recordActivity(tx, { actor, action, subject: subjectOf(id), after, ip });
    return id;
  });
}
