import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Ellipsis, FileUp, UserPlus } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { CurrentUser } from '../../../access/contract.ts';
import { ImportDialog } from '../../../imports/web/public.ts';
import {
  type Choices,
  exportCustomers,
  type Filters,
  listCustomers,
} from '../../contract/finding.ts';
import { customerHref } from '../../contract.ts';
import { toastFailure } from '../words.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

const CustomerSheet = lazy(() => import('../form/CustomerSheet.tsx'));

interface Props {
  user: CurrentUser;
  filters: Filters;
  choices: Choices;
}

/** What can be done from the list, as far as the person may. */
export function ListActions({ user, filters, choices }: Props) {
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  const [, navigate] = useLocation();
  const { may } = choices;
  const close = () => setOpen(null);
  const client = useQueryClient();
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: queryKeyFor(listCustomers) }),
    [client],
  );
  const { mutate: exportAll, isPending } = useMutation({
    mutationFn: () => saveFile(exportCustomers, { body: filters }),
    onSuccess: () =>
      toast({ title: 'Exported', description: 'That you took this list is recorded.' }),
    onError: (error) => toastFailure(error, 'Not exported'),
  });
  return (
    <>
      <ViewsMenu filters={filters} choices={choices} />
      {(may.export || may.import) && (
        <Menu>
          <MenuTrigger asChild>
            <IconButton label="More" icon={Ellipsis} variant="secondary" />
          </MenuTrigger>
          <MenuContent align="end">
            {may.import && (
              <MenuItem icon={FileUp} onSelect={() => setOpen('import')}>
                Import from CSV
              </MenuItem>
            )}
            {may.export && (
              <MenuItem icon={Download} disabled={isPending} onSelect={() => exportAll()}>
                Export these as CSV
              </MenuItem>
            )}
          </MenuContent>
        </Menu>
      )}
      {may.create && (
        <Button variant="primary" onClick={() => setOpen('add')}>
          <UserPlus aria-hidden="true" />
          Add customer
        </Button>
      )}
      <Suspense>
        {open === 'add' && (
          <CustomerSheet
            user={user}
            choices={choices}
            close={close}
            onSaved={({ id }) => navigate(customerHref(id))}
          />
        )}
        {open === 'import' && (
          <ImportDialog
            kind="customers"
            noun="customer"
            stores={choices.stores}
            onChange={refresh}
            close={close}
          />
        )}
      </Suspense>
    </>
  );
}
