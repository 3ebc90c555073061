import { UserRound } from 'lucide-react';
import { phoneText } from '../../../platform/contract/phones.ts';
import { call } from '../../../platform/web/api/call.ts';
import type { SearchSource } from '../../../platform/web/search/sources.ts';
import { read } from '../contract/fields.ts';
import { listCustomers } from '../contract/finding.ts';
import { customerHref } from '../contract.ts';

const maxResults = 4;

const source: SearchSource = {
  name: 'customer',
  heading: 'Customers',
  icon: UserRound,
  access: read,
  async find(search, signal) {
    const found = await call(listCustomers, { query: { search, limit: maxResults } }, { signal });
    return found.map(({ id, name, phone, city }) => ({
      id: String(id),
      title: name,
      detail: phone ? phoneText(phone) : city,
      href: customerHref(id),
    }));
  },
};
export default source;
