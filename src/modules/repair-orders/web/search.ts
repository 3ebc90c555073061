import { ClipboardList } from 'lucide-react';
import { call } from '../../../platform/web/api/call.ts';
import type { SearchSource } from '../../../platform/web/search/sources.ts';
import { readAccess } from '../contract/order.ts';
import { listOrders } from '../contract.ts';
import { orderHref } from './state/labels.ts';

const maxResults = 4;

const source: SearchSource = {
  name: 'repair-order',
  heading: 'Repair orders',
  icon: ClipboardList,
  access: readAccess,
  async find(q, signal) {
    const query = { q, scope: 'all', limit: maxResults } as const;
    const found = await call(listOrders, { query }, { signal });
    return found.map(({ id, number, vehicle, customer }) => ({
      id: String(id),
      title: `${number}, ${vehicle}`,
      detail: customer.name,
      href: orderHref(id),
    }));
  },
};
export default source;
