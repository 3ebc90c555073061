import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { freeText, rowCount } from '../../../platform/contract/fields.ts';
import { listDeals } from '../../deals/contract.ts';
import { stipulation, store } from './jacket.ts';

const stipulationRow = z.extend(stipulation, {
  deal: z.object({
    id: z.number(),
    number: z.string(),
    store,
    customer: z.string(),
    vehicle: z.string(),
    lender: z.string(),
  }),
  /** Documents of its type that are filed for the deal: what it may be cleared with. */
  isReceived: z.boolean(),
});
export type StipulationRow = z.output<typeof stipulationRow>;

const filters = {
  /** Deal or stock number, VIN, words of the vehicle, customer’s name or phone. */
  q: freeText(100),
  store: z.optional(store),
};

export const listStipulations = endpoint({
  method: 'GET',
  path: '/api/jackets/stipulations',
  reads: 'deals',
  summary: 'What lenders still want for the deals of your stores, overdue first',
  access: listDeals.access,
  query: {
    ...filters,
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(stipulationRow),
});

export const countStipulations = endpoint({
  method: 'GET',
  path: '/api/jackets/stipulations/count',
  summary: 'Number of open stipulations, and how many of them are overdue',
  access: listDeals.access,
  query: filters,
  reply: z.extend(rowCount, { overdue: z.number() }),
});
