import * as z from 'zod/mini';
import { clientEvent, serverEvent } from '../../platform/contract/socket.ts';

/** The page of a customer: what one would send to a colleague. */
export const customerHref = (id: number) => `/customers?customer=${id}`;

/** Wishes to hear, or no longer, when something of a customer changes. */
export const watchCustomer = clientEvent('customer_watch', {
  customerId: z.number(),
  watching: z.boolean(),
});
/** To those who have the customer's page open: something of it is new. `by` is who did it. */
export const customerChanged = serverEvent('customer_changed', {
  id: z.number(),
  version: z.number(),
  by: z.number(),
});
