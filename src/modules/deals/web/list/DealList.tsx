import { useQueryClient } from '@tanstack/react-query';
import { Handshake, Plus } from 'lucide-react';
import { Suspense, useCallback } from 'react';
import { useLocation } from 'wouter';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import {
  employeeField,
  monthField,
  optionsOf,
  storeField,
} from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import { useCustomerById } from '../../../customers/web/public.ts';
import { ImportMenu } from '../../../imports/web/public.ts';
import { conditions, typeNames, types } from '../../contract/deal.ts';
import { type Choices, scopes } from '../../contract.ts';
import { conditionNames, dealHref } from '../state/labels.ts';
import {
  type DealFilters,
  filterNames,
  refreshDeals,
  useChoices,
  useDealList,
} from '../state/useDeals.ts';
import { DealTable } from './DealTable.tsx';

const DealSheet = lazyPart(() => import('../form/DealSheet.tsx'), { place: 'dialog' });

type Scope = DealFilters['scope'];
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
  const { filters, pages } = useDealList(choices.stores);
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
        <FilterBar
          search={{
            label: 'Search deals',
            placeholder: 'Deal, stock, vehicle, VIN, customer',
            className: '@2xl:w-full @4xl:w-76',
            maxLength: 100,
          }}
          fields={fieldsOf(filters, choices)}
          fieldClassName="flex-1 basis-32 @4xl:max-w-44"
          names={filterNames}
        />
        <RecordList
          pages={pages}
          isLoading={!choices.isKnown}
          one="deal"
          actions={
            <>
              {choices.may.import && (
                <ImportMenu kind="deals" noun="deal" stores={choices.stores} onChange={refresh} />
              )}
              {choices.may.write && (
                <Button variant="primary" onClick={() => setQuery({ new: 'deal' }, { push: true })}>
                  <Plus aria-hidden="true" />
                  New deal
                </Button>
              )}
            </>
          }
          many="deals"
          icon={Handshake}
          isFiltered={filterNames.some((name) => query.get(name))}
          texts={{
            noMatch: {
              title: 'No deals found',
              description: 'No deals on this tab match these filters. Try the All tab.',
            },
            none: emptyTexts[filters.scope],
          }}
          skeleton={['w-20', 'w-36', 'w-52']}
          isRoomy
        >
          {(rows) => (
            <DealTable rows={rows} canSeeGross={choices.may.seeCost} isStale={pages.isStale} />
          )}
        </RecordList>
      </TabPanel>
      {query.has('new') && choices.may.write && <NewDeal choices={choices} />}
    </Tabs>
  );
}

const fieldsOf = (filters: DealFilters, choices: Choices) => [
  storeField(choices.stores, filters.store),
  salespersonField(filters, choices),
  {
    name: 'type',
    label: 'Type',
    options: typeOptions,
    value: filters.type ?? '',
  },
  {
    name: 'condition',
    label: 'Condition',
    options: optionsOf('New and used', conditions, conditionNames),
    value: filters.condition ?? '',
  },
  monthField({
    name: 'deliveredIn',
    label: 'Delivered in',
    all: 'Any delivery',
    prefix: 'Delivered in',
    value: filters.deliveredIn,
  }),
];

function salespersonField({ salespersonId }: DealFilters, { staff }: Choices) {
  const field = employeeField({
    name: 'salespersonId',
    label: 'Salesperson',
    all: 'Any salesperson',
    staff,
    value: salespersonId,
  });
  const [all, ...people] = field.options;
  const houseDeals = { value: 'house_deal', label: 'House deals' };
  return { ...field, options: [...(all ? [all] : []), houseDeals, ...people] };
}

const typeOptions = [
  { value: '', label: 'Any type' },
  { value: 'consumer', label: 'Retail and lease' },
  ...types.map((value) => ({ value, label: typeNames[value] })),
];

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
  all: {
    title: 'No deals yet',
    description: 'Select "New deal" to create the first one.',
  },
};

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
