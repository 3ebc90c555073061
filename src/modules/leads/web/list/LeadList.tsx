import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { filterNames, type LeadFilters, useLeadList } from '../state/useLeads.ts';
import { LeadTable } from './LeadTable.tsx';

interface Props {
  filters: LeadFilters;
  actions: ReactNode;
}

/** All leads of the user's stores, including closed ones, latest first. */
export default function LeadList({ filters, actions }: Props) {
  const { query } = useAddress();
  const pages = useLeadList(filters);
  return (
    <RecordList
      pages={pages}
      one="lead"
      actions={actions}
      many="leads"
      icon={Inbox}
      isFiltered={filterNames.some((name) => query.get(name))}
      texts={{
        noMatch: {
          title: 'No leads found',
          description: 'No leads match these filters.',
        },
        none: {
          title: 'No leads yet',
          description:
            'Leads arrive from your sources. Add one here when a customer calls or walks in.',
        },
      }}
      skeleton={['w-40', 'w-24', 'w-52']}
    >
      {(rows) => <LeadTable rows={rows} isStale={pages.isStale} />}
    </RecordList>
  );
}
