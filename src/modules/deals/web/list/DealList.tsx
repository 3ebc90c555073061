import { useQueryClient } from '@tanstack/react-query';
import { Handshake, Plus, Search } from 'lucide-react';
import { Suspense, useCallback } from 'react';
import { useLocation } from 'wouter';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ListCount } from '../../../../platform/web/ui/ListCount.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import { useCustomerById } from '../../../customers/web/public.ts';
import { ImportMenu } from '../../../imports/web/public.ts';
import { type Choices, scopes } from '../../contract.ts';
import { dealHref } from '../labels.ts';
import { type DealQuery, filterNames, refreshDeals, useChoices, useDealList } from '../useDeals.ts';
import { DealFilters } from './DealFilters.tsx';
import { DealTable } from './DealTable.tsx';

const DealSheet = lazyPart(() => import('../form/DealSheet.tsx'), { place: 'dialog' });
const lines = Array.from({ length: 10 }, (_, at) => at);

type Scope = DealQuery['scope'];
const scopeNames: Record<Scope, string> = {
  open: 'Open',
  in_transit: 'Contracts in transit',
  done: 'Closed',
  all: 'All',
};

/** The deals of the user's stores, in tabs: open, contracts in transit, closed, all. */
export function DealList() {
  const { query, setQuery } = useAddress();
  const choices = useChoices();
  const client = useQueryClient();
  const refresh = useCallback(() => void refreshDeals(client), [client]);
  const { filters, list, count } = useDealList(choices.stores);
  const rows = list.data?.pages.flat();
  const isFiltered = filterNames.some((name) => query.get(name));
  return (
    <Tabs
      value={filters.scope}
      onValueChange={(scope) =>
        setQuery({ scope: scope === 'open' && !filters.deliveredIn ? null : scope })
      }
      className="@container px-4 pt-1 pb-10 md:px-6"
    >
      <TabList aria-label="Deals by status">
        {scopes.map((scope) => (
          <Tab key={scope} value={scope}>
            {scopeNames[scope]}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={filters.scope} tabIndex={-1} className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start gap-2">
          <DealFilters filters={filters} choices={choices} />
          {choices.may.import && (
            <ImportMenu kind="deals" noun="deal" stores={choices.stores} onChange={refresh} />
          )}
          {choices.may.write && (
            <Button variant="primary" onClick={() => setQuery({ new: 'deal' }, { push: true })}>
              <Plus aria-hidden="true" />
              New deal
            </Button>
          )}
        </div>
        <ListCount count={count} one="deal" />
        {list.isError && !rows ? (
          <Failed onRetry={() => void list.refetch()} />
        ) : !rows || !choices.isKnown ? (
          <Waiting />
        ) : rows.length > 0 ? (
          <DealTable rows={rows} canSeeGross={choices.may.seeCost} stale={list.isPlaceholderData} />
        ) : (
          <Empty isFiltered={isFiltered} scope={filters.scope} />
        )}
        {list.hasNextPage && rows && (
          <Button
            className="self-center"
            pending={list.isFetchingNextPage}
            pendingLabel="Loading..."
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </TabPanel>
      {query.has('new') && choices.may.write && <NewDeal choices={choices} />}
    </Tabs>
  );
}

/** A new deal, for the customer in the URL if there is one. */
function NewDeal({ choices }: { choices: Choices }) {
  const { query, setQuery } = useAddress();
  const [, navigate] = useLocation();
  const customer = useCustomerById(Number(query.get('customer')) || null);
  if (customer === undefined) return null;
  return (
    <Suspense>
      <DealSheet
        choices={choices}
        customer={customer}
        onClose={() => setQuery({ new: null, customer: null })}
        onSaved={({ id }) => navigate(dealHref(id))}
      />
    </Suspense>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-9">
      {lines.map((line) => (
        <span key={line} className="flex h-12 items-center gap-6 border-b border-border px-2">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-3 w-36" />
          <Skeleton className="h-3 w-52" />
        </span>
      ))}
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={Handshake}
      title="Couldn't load deals"
      description="The server did not answer as expected."
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

const emptyTexts: Record<Scope, { title: string; description: string }> = {
  open: {
    title: 'No open deals',
    description: 'Open deals appear here until delivery.',
  },
  in_transit: {
    title: 'No contracts in transit',
    description: 'Delivered deals stay here until funded.',
  },
  done: {
    title: 'No closed deals yet',
    description: 'Deals appear here once they are funded or canceled.',
  },
  all: { title: 'No deals yet', description: 'Select "New deal" to create the first one.' },
};

function Empty({ isFiltered, scope }: { isFiltered: boolean; scope: Scope }) {
  if (!isFiltered) return <EmptyState icon={Handshake} {...emptyTexts[scope]} />;
  return (
    <EmptyState
      icon={Search}
      title="No deals found"
      description="No deals on this tab match these filters. Try the All tab."
    />
  );
}
