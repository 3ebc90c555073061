import { Handshake } from 'lucide-react';
import { call } from '../../../platform/web/api/call.ts';
import type { SearchSource } from '../../../platform/web/search/sources.ts';
import { readAccess } from '../contract/deal.ts';
import { listDeals } from '../contract.ts';
import { dealHref } from './state/labels.ts';

const atMost = 4;

const source: SearchSource = {
  name: 'deal',
  heading: 'Deals',
  icon: Handshake,
  access: readAccess,
  async find(q, signal) {
    const query = { q, scope: 'all', limit: atMost } as const;
    const found = await call(listDeals, { query }, { signal });
    return found.map(({ id, number, vehicle, customer }) => ({
      id: String(id),
      title: `${number}, ${vehicle}`,
      detail: customer.name,
      href: dealHref(id),
    }));
  },
};
export default source;
