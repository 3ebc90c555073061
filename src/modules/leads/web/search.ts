import { Inbox } from 'lucide-react';
import { call } from '../../../platform/web/api/call.ts';
import type { SearchSource } from '../../../platform/web/search/sources.ts';
import { readAccess } from '../contract/lead.ts';
import { statusNames } from '../contract/status.ts';
import { listLeads } from '../contract.ts';
import { leadHref } from './state/labels.ts';

const atMost = 4;

const source: SearchSource = {
  name: 'lead',
  heading: 'Leads',
  icon: Inbox,
  access: readAccess,
  async find(q, signal) {
    const query = { q, whose: 'all', limit: atMost } as const;
    const found = await call(listLeads, { query }, { signal });
    return found.map(({ id, customer, interest, status }) => ({
      id: String(id),
      title: interest ? `${customer.name}, ${interest}` : customer.name,
      detail: statusNames[status],
      href: leadHref(id),
    }));
  },
};
export default source;
