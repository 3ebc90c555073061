import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { permits } from '../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { SortField } from '../../../../platform/web/records/SortField.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ListCount } from '../../../../platform/web/ui/ListCount.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Pagination } from '../../../../platform/web/ui/Pagination.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { type MailDialog, MailDialogs } from '../../../mail/web/public.ts';
import { listNameRequests, userSorts } from '../../../people/contract.ts';
import { listRegistrations } from '../../contract.ts';
import { useDialogs } from '../state/dialogs.ts';
import { toastFailure } from '../state/failure.ts';
import { useRowActions } from '../state/useRowActions.ts';
import { useSelection } from '../state/useSelection.ts';
import { BulkBar } from './BulkBar.tsx';
import { ListActions } from './ListActions.tsx';
import { StatusMetricsPanel } from './metrics/StatusMetricsPanel.tsx';
import { UserFilterBar } from './UserFilterBar.tsx';
import { UserTable } from './UserTable.tsx';
import { filterNames, publicSorts, type UserFilters, useUserList } from './useUserList.ts';

const UserDialogs = lazyPart(() => import('./dialogs/UserDialogs.tsx'), { place: 'dialog' });
const waitingPollMs = 30_000;

interface Props {
  user: CurrentUser;
  readOnly: boolean;
}

/** All users, to search and, with user management, to edit. */
export function UserList({ user, readOnly }: Props) {
  const { filters, pages, page, pageCount, goTo } = useUserList(readOnly);
  const selection = useSelection(JSON.stringify([page, filters]));
  const dialogs = useDialogs();
  const [mail, showMail] = useState<MailDialog | null>(null);
  const actions = useRowActions();
  const { setQuery } = useAddress();
  const waiting = useQuery({
    ...queryOptionsFor(listRegistrations),
    enabled: !readOnly,
    refetchInterval: waitingPollMs,
    refetchOnMount: 'always',
  });
  const nameChanges = useQuery({
    ...queryOptionsFor(listNameRequests),
    refetchInterval: waitingPollMs,
    refetchOnMount: 'always',
  });

  return (
    <div className="@container flex flex-col gap-3">
      {readOnly && (
        <Notice tone="locked">
          You can search and view user information, but editing capabilities are restricted.
        </Notice>
      )}
      <StatusMetricsPanel rows={pages.rows ?? []} showsInvisible={!readOnly} />
      <UserFilterBar filters={filters} readOnly={readOnly} />
      <div className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-2">
        <ListCount count={pages.count} one="total user" />
        <SortField
          options={(readOnly ? publicSorts : userSorts).map((value) => ({
            value,
            label: sortNames[value],
          }))}
          value={filters.sort ?? 'name'}
          resets="page"
        />
        <ListActions
          readOnly={readOnly}
          waiting={waiting.data?.length ?? 0}
          nameChanges={nameChanges.data?.length ?? 0}
          showsActivity={permits({ feature: 'audit_logs' }, user)}
          managesMail={permits({ admin: 'system_management' }, user)}
          onAdd={() => dialogs.show({ kind: 'add' })}
          onRegistrations={() => dialogs.show({ kind: 'registrations' })}
          onImport={() => dialogs.show({ kind: 'import' })}
          onExport={() => void exportAll()}
          onMail={showMail}
          onView={(view) =>
            setQuery({ ...noFilters, sort: null, page: null, view }, { push: true })
          }
        />
      </div>
      <RecordList
        pages={pages}
        many="users"
        icon={Users}
        texts={{
          notLoaded: 'Failed to fetch users',
          none:
            page > 1
              ? {
                  title: 'No users on this page',
                  action: <Button onClick={() => goTo(1)}>First page</Button>,
                }
              : {
                  title: 'No users found',
                  description: noMatchText(filters),
                  action: <Button onClick={() => setQuery(noFilters)}>Show all users</Button>,
                },
        }}
        skeleton={['w-48', 'w-20', 'w-16', 'w-24']}
        isRoomy
      >
        {(rows) => (
          <UserTable
            rows={rows}
            readOnly={readOnly}
            actions={actions}
            selection={selection}
            actor={user}
            open={dialogs.show}
            isStale={pages.isStale}
          />
        )}
      </RecordList>
      <BulkBar selection={selection} />
      <Pagination label="Pages of users" page={page} pages={pageCount} onPage={goTo} />
      <Suspense>
        {dialogs.shown && <UserDialogs key={dialogs.turn} actor={user} {...dialogs} />}
      </Suspense>
      <MailDialogs shown={mail} onClose={() => showMail(null)} />
    </div>
  );
}

const sortNames = {
  name: 'Name',
  '-role': 'Highest role',
  '-lastLogin': 'Latest login',
  lastLogin: 'Oldest login',
};

const noFilters = Object.fromEntries(filterNames.map((name) => [name, null]));

function noMatchText({ search, role, department, store, state }: UserFilters): string {
  const isOnlySearch = !role && !department && !store && !state;
  return isOnlySearch
    ? `No name, username, email or department matches “${search}”.`
    : 'No users match these filters.';
}

async function exportAll() {
  try {
    const { exportPeople } = await import('../state/exportPeople.ts');
    await exportPeople();
  } catch (error) {
    toastFailure(error, 'Failed to fetch users');
  }
}
