import type { Platform } from '../../../platform/server/platform.ts';
import { createStoreTopic } from '../../../platform/server/records/topics.ts';
import { publishCustomerRecords } from '../../customers/server/public.ts';
import { leadChanged } from '../contract/events.ts';
import { storesOf } from './policy.ts';
import type { LeadRow } from './reading/rows.ts';

export const leadTopic = createStoreTopic('leads', storesOf);

/** Its customer is the one that remains after merging. */
export type ChangedLead = Pick<LeadRow, 'id' | 'store' | 'customer_id'>;

/** Also for the open pages of the customers, which show their leads and appointments. Only after COMMIT. */
export function publishChanged(
  { realtime }: Pick<Platform, 'realtime'>,
  ...leads: readonly ChangedLead[]
): void {
  for (const { id, store } of leads) {
    leadTopic.publish(realtime, store, leadChanged, { id, store });
  }
  publishCustomerRecords({ realtime }, ...leads.map((lead) => lead.customer_id));
}
