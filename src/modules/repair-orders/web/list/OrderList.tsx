import { useQueryClient } from '@tanstack/react-query';
import { ClipboardList, Plus } from 'lucide-react';
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
import { ImportMenu } from '../../../imports/web/public.ts';
import { statuses, statusNames } from '../../contract/status.ts';
import type { Choices } from '../../contract.ts';
import { orderHref } from '../state/labels.ts';
import {
  defaultScope,
  filterNames,
  type OrderFilters,
  refreshOrders,
  useChoices,
  useOrderList,
} from '../state/useOrders.ts';
import { OrderTable } from './OrderTable.tsx';

const OrderSheet = lazyPart(() => import('../form/OrderSheet.tsx'), { place: 'dialog' });

export function OrderList() {
  const { query, setQuery } = useAddress();
  const [, navigate] = useLocation();
  const choices = useChoices();
  const client = useQueryClient();
  const refresh = useCallback(() => void refreshOrders(client), [client]);
  const { filters, pages } = useOrderList();
  return (
    <div className="@container flex flex-col gap-3 px-4 pt-4 pb-10 md:px-6">
      <FilterBar
        search={{
          label: 'Search repair orders',
          placeholder: 'RO, vehicle, VIN, plate, customer',
          className: '@2xl:w-full @4xl:w-72',
          maxLength: 100,
        }}
        fields={fieldsOf(filters, choices)}
        fieldClassName="flex-1 basis-36 @4xl:max-w-48"
        names={filterNames}
      />
      <RecordList
        pages={pages}
        one="repair order"
        actions={
          <>
            {choices.may.import && (
              <ImportMenu
                kind="repair_orders"
                noun="repair order"
                stores={choices.stores}
                onChange={refresh}
              />
            )}
            {choices.may.open && (
              <Button variant="primary" onClick={() => setQuery({ new: 'order' }, { push: true })}>
                <Plus aria-hidden="true" />
                New repair order
              </Button>
            )}
          </>
        }
        many="repair orders"
        icon={ClipboardList}
        isFiltered={filterNames.some((name) => query.get(name))}
        texts={{
          noMatch: {
            title: 'No repair orders found',
            description: 'No repair orders match these filters. Clear filters to see all.',
          },
          none: {
            title: 'No open repair orders',
            description: 'Create a repair order to get started. It stays here until it’s closed.',
          },
        }}
        skeleton={['w-24', 'w-44', 'w-52']}
      >
        {(rows) => <OrderTable rows={rows} isStale={pages.isStale} />}
      </RecordList>
      <Suspense>
        {query.get('new') === 'order' && choices.may.open && (
          <OrderSheet
            choices={choices}
            onClose={() => setQuery({ new: null })}
            onSaved={({ id }) => navigate(orderHref(id))}
          />
        )}
      </Suspense>
    </div>
  );
}

const fieldsOf = (filters: OrderFilters, choices: Choices) => [
  {
    name: 'scope',
    label: 'View',
    options: scopeOptions,
    value: filters.scope,
    changes: (scope: string) => ({ scope: scope === defaultScope(filters) ? null : scope }),
  },
  {
    name: 'status',
    label: 'Status',
    options: optionsOf('Any status', statuses, statusNames),
    value: filters.status ?? '',
  },
  storeField(choices.stores, filters.store),
  employeeField({
    name: 'advisorId',
    label: 'Advisor',
    all: 'Any advisor',
    staff: choices.staff,
    value: filters.advisorId,
  }),
  monthField({
    name: 'closedIn',
    label: 'Closed in',
    all: 'Any close date',
    prefix: 'Closed in',
    value: filters.closedIn,
  }),
];

const scopeOptions = [
  { value: 'open', label: 'Open' },
  { value: 'late', label: 'Past promised time' },
  { value: 'done', label: 'Closed and void' },
  { value: 'all', label: 'All repair orders' },
];
