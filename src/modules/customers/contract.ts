import * as z from 'zod/mini';
import { id } from '../../platform/contract/fields.ts';
import { clientEvent, serverEvent } from '../../platform/contract/socket.ts';

/** The address of a customer’s page. */
export const customerHref = (id: number) => `/customers?customer=${id}`;

/** Subscribes to, or unsubscribes from, changes of a customer. */
export const watchCustomer = clientEvent('customer_watch', {
  customerId: id,
  watching: z.boolean(),
});
/** Sent to everyone who has the customer's page open. `by` is the user who changed it. */
export const customerChanged = serverEvent('customer_changed', {
  id: z.number(),
  version: z.number(),
  by: z.number(),
});
/** Sent to the same people when a record about the customer changed, such as a lead and its appointment. */
export const customerRecordsChanged = serverEvent('customer_records_changed', { id: z.number() });
