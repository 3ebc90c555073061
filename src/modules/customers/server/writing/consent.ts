import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { wordings } from '../../contract/fields.ts';
import type { setConsent } from '../../contract/records.ts';
import { getSeen } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { subjectOf } from './create.ts';
import { refresh } from './facts.ts';

type Body = ValidOf<typeof setConsent>['body'];

interface Asking {
  customerId: number;
  body: Body;
  ip: string;
}

/** Writes down, once, that a customer agreed or took it back; in which words is kept with it. */
export async function noteConsent(
  db: CustomersDb,
  actor: Actor,
  { customerId, body: { clientId, ...said }, ip }: Asking,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { id } = await getSeen(tx, actor, customerId, { lock: true });
    const added = await tx
      .insertInto('customer_consents')
      .values({
        ...said,
        ...{ customer_id: id, author_id: actor.userId, client_id: clientId },
        wording: wordings[said.channel].version,
      })
      .onConflict((same) => same.columns(['author_id', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return id;
    await refresh(tx, [id]);
    const action = said.granted ? 'customer.consent_granted' : 'customer.consent_revoked';
    const after = { channel: said.channel, topic: said.topic, source: said.source };
    await recordActivity(tx, { actor, action, subject: subjectOf(id), after, ip });
    return id;
  });
}
