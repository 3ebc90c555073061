import { ChevronDown, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import {
  RecordsPage,
  type RecordsPageProps,
  useRecordId,
} from '../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../platform/web/ui/Menu.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Switch } from '../../../platform/web/ui/Switch.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { leadChanged } from '../contract/events.ts';
import { readAccess } from '../contract/lead.ts';
import type { Choices } from '../contract.ts';
import { LeadBoard } from './board/LeadBoard.tsx';
import { LeadFilters } from './list/LeadFilters.tsx';
import { useAccepting } from './routing/useAccepting.ts';
import { queries, useChoices, useLeadFilters, useLeadRouting } from './state/useLeads.ts';

const LeadList = lazyPart(() => import('./list/LeadList.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const LeadSheet = lazyPart(() => import('./lead/LeadSheet.tsx'), { place: 'dialog' });
const LeadForm = lazyPart(() => import('./form/LeadForm.tsx'), { place: 'dialog' });
const RoutingDialog = lazyPart(() => import('./routing/RoutingDialog.tsx'), { place: 'dialog' });
const SourcesDialog = lazyPart(() => import('./sources/SourcesDialog.tsx'), { place: 'dialog' });

const live = { queries, events: [leadChanged] };

/** The leads of the user's stores, as a board or a list; `?lead=` opens one beside them. */
export default function LeadsPage(props: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage {...props} access={readAccess} many="leads" live={live}>
      <Views title={props.title} me={props.user.id} />
      <OpenLead me={props.user.id} />
    </RecordsPage>
  );
}

function OpenLead({ me }: { me: number }) {
  const { setQuery } = useAddress();
  const leadId = useRecordId('lead');
  if (leadId === null) return null;
  return (
    <Suspense>
      <LeadSheet key={leadId} leadId={leadId} me={me} onClose={() => setQuery({ lead: null })} />
    </Suspense>
  );
}

function Views({ title, me }: { title: string; me: number }) {
  const { query, setQuery } = useAddress();
  const filters = useLeadFilters();
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
      <div className="pt-4">
        <LeadFilters filters={filters} choices={choices} withStatus={view === 'list'}>
          {view === 'board' && <Actions choices={choices} />}
        </LeadFilters>
      </div>
      <TabPanel value="board" tabIndex={-1} className="flex flex-col gap-4">
        <LeadBoard filters={filters} />
      </TabPanel>
      <TabPanel value="list" tabIndex={-1} className="flex flex-col gap-3">
        <Suspense fallback={<Skeleton className="h-96" />}>
          <LeadList filters={filters} actions={<Actions choices={choices} />} />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

/** Joins or pauses the rotation; only for its members. */
function AcceptingSwitch({ me }: { me: number }) {
  const { mutate } = useAccepting();
  const mine = useLeadRouting().flatMap(({ store, members }) =>
    members.filter(({ id }) => id === me).map(({ accepts }) => ({ store, accepts })),
  );
  if (mine.length === 0) return null;
  return (
    <Switch
      className="shrink-0 items-center! gap-2.5!"
      label="Accepting leads"
      checked={mine.some(({ accepts }) => accepts)}
      onCheckedChange={(accepts) => {
        for (const { store } of mine) mutate({ store, userId: me, accepts });
      }}
    />
  );
}

/** Add a lead, lead routing and sources. */
function Actions({ choices }: { choices: Choices }) {
  const { query, setQuery } = useAddress();
  const [shown, setShown] = useState<'routing' | 'sources'>();
  const close = () => setShown(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      <Menu>
        <MenuTrigger asChild>
          <Button>
            Set up
            <ChevronDown aria-hidden="true" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem onSelect={() => setShown('routing')}>Lead routing…</MenuItem>
          {choices.may.manageSources && (
            <MenuItem onSelect={() => setShown('sources')}>Sources…</MenuItem>
          )}
        </MenuContent>
      </Menu>
      {choices.may.write && (
        <Button variant="primary" onClick={() => setQuery({ new: 'lead' }, { push: true })}>
          <Plus aria-hidden="true" />
          Add lead
        </Button>
      )}
      <Suspense>
        {query.get('new') === 'lead' && choices.may.write && (
          <LeadForm
            choices={choices}
            onClose={() => setQuery({ new: null })}
            onSaved={({ id }) => setQuery({ lead: id }, { push: true })}
          />
        )}
        {shown === 'routing' && <RoutingDialog choices={choices} onClose={close} />}
        {shown === 'sources' && <SourcesDialog choices={choices} onClose={close} />}
      </Suspense>
    </div>
  );
}
