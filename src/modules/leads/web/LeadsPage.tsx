import { Suspense } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { type Neighbor, PageHeader } from '../../../platform/web/frame/PageHeader.tsx';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { readAccess } from '../contract/lead.ts';
import { LeadBoard } from './board/LeadBoard.tsx';
import { LeadActions } from './LeadActions.tsx';
import { LeadFilters } from './list/LeadFilters.tsx';
import { AcceptingSwitch } from './routing/AcceptingSwitch.tsx';
import { useChoices, useLeadFrames, useLeadQuery } from './useLeads.ts';

const LeadList = lazyPart(() => import('./list/LeadList.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const LeadSheet = lazyPart(() => import('./lead/LeadSheet.tsx'), { place: 'dialog' });

interface Props {
  user: CurrentUser;
  title: string;
  subtitle?: string;
  neighbors?: readonly Neighbor[];
}

/** The leads of the user's stores, as a board or a list; `?lead=` opens one. */
export default function LeadsPage({ user, title, subtitle, neighbors }: Props) {
  if (!permits(readAccess, user)) {
    return (
      <>
        <PageHeader title={title} subtitle={subtitle} />
        <EmptyState
          title="You don't have permission to view leads"
          description="Ask an administrator for access."
        />
      </>
    );
  }
  return (
    <>
      <Live />
      <PageHeader title={title} subtitle={subtitle} neighbors={neighbors} />
      <Views title={title} me={user.id} />
      <OpenLead me={user.id} />
    </>
  );
}

function Live() {
  useLeadFrames();
  return null;
}

function OpenLead({ me }: { me: number }) {
  const { query, setQuery } = useAddress();
  const leadId = Number(query.get('lead'));
  if (!Number.isInteger(leadId) || leadId < 1) return null;
  return (
    <Suspense>
      <LeadSheet key={leadId} leadId={leadId} me={me} onClose={() => setQuery({ lead: null })} />
    </Suspense>
  );
}

function Views({ title, me }: { title: string; me: number }) {
  const { query, setQuery } = useAddress();
  const filters = useLeadQuery();
  const choices = useChoices();
  const view = query.get('view') === 'list' ? 'list' : 'board';
  const show = (next: string) => setQuery({ view: next === 'list' ? next : null }, { push: true });
  return (
    <Tabs value={view} onValueChange={show} className="@container px-4 pt-1 pb-10 md:px-6">
      <div className="flex items-center justify-between gap-4 border-b border-border">
        <TabList aria-label={title} className="border-b-0">
          <Tab value="board">Board</Tab>
          <Tab value="list">List</Tab>
        </TabList>
        <AcceptingSwitch me={me} />
      </div>
      <div className="flex flex-wrap items-start gap-2 pt-4">
        <LeadFilters filters={filters} choices={choices} withStatus={view === 'list'} />
        <LeadActions choices={choices} />
      </div>
      <TabPanel value="board" tabIndex={-1} className="flex flex-col gap-4">
        <LeadBoard filters={filters} />
      </TabPanel>
      <TabPanel value="list" tabIndex={-1} className="flex flex-col gap-3">
        <Suspense fallback={<Skeleton className="h-96" />}>
          <LeadList filters={filters} />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}
