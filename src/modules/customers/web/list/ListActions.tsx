import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Ellipsis, FileUp, UserPlus } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { ViewsMenu, type ViewsSource } from '../../../../platform/web/records/ViewsMenu.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { ImportDialog } from '../../../imports/web/public.ts';
import {
  type Choices,
  deleteView,
  exportCustomers,
  type Filters,
  listCustomers,
  listViews,
  saveView,
} from '../../contract/finding.ts';
import { customerHref } from '../../contract.ts';
import { filterNames } from './useCustomerList.ts';

const CustomerSheet = lazyPart(() => import('../form/CustomerSheet.tsx'), { place: 'dialog' });

const views: ViewsSource<Filters> = {
  queryKey: queryKeyFor(listViews),
  list: (signal) => call(listViews, {}, { signal }),
  save: (body) => call(saveView, { body }),
  remove: (viewId) => call(deleteView, { params: { viewId } }),
};

interface Props {
  filters: Filters;
  choices: Choices;
}

export function ListActions({ filters, choices }: Props) {
  const { query, setQuery } = useAddress();
  const [importing, setImporting] = useState(false);
  const [, navigate] = useLocation();
  const { may } = choices;
  const client = useQueryClient();
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: queryKeyFor(listCustomers) }),
    [client],
  );
  const { mutate: exportAll, isPending } = useMutation({
    mutationFn: () => saveFile(exportCustomers, { body: filters }),
    onSuccess: () =>
      toast({ title: 'Exported', description: 'This export was recorded in the activity log.' }),
    onError: (error) => toastFailure(error, 'Couldn’t export customers'),
  });
  return (
    <>
      <ViewsMenu source={views} filters={filters} names={filterNames} stores={choices.stores} />
      {(may.export || may.import) && (
        <Menu>
          <MenuTrigger asChild>
            <IconButton label="More" icon={Ellipsis} variant="secondary" />
          </MenuTrigger>
          <MenuContent align="end">
            {may.import && (
              <MenuItem icon={FileUp} onSelect={() => setImporting(true)}>
                Import from CSV
              </MenuItem>
            )}
            {may.export && (
              <MenuItem icon={Download} disabled={isPending} onSelect={() => exportAll()}>
                Export as CSV
              </MenuItem>
            )}
          </MenuContent>
        </Menu>
      )}
      {may.create && (
        <Button variant="primary" onClick={() => setQuery({ new: 'customer' }, { push: true })}>
          <UserPlus aria-hidden="true" className="@max-md:hidden" />
          Add customer
        </Button>
      )}
      <Suspense>
        {query.get('new') === 'customer' && may.create && (
          <CustomerSheet
            choices={choices}
            onClose={() => setQuery({ new: null })}
            onSaved={({ id }) => navigate(customerHref(id))}
          />
        )}
        {importing && (
          <ImportDialog
            kind="customers"
            noun="customer"
            stores={choices.stores}
            onChange={refresh}
            close={() => setImporting(false)}
          />
        )}
      </Suspense>
    </>
  );
}
