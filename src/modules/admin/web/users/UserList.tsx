import { useQuery } from '@tanstack/react-query';
import { Search, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { permits } from '../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Pagination } from '../../../../platform/web/ui/Pagination.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { type MailDialog, MailDialogs } from '../../../mail/web/public.ts';
import { listNameRequests } from '../../../people/contract.ts';
import { listRegistrations } from '../../contract.ts';
import { toastFailure } from '../actions/failure.ts';
import { useRowActions } from '../actions/useRowActions.ts';
import { useListAddress } from '../list/useListAddress.ts';
import { useSelection } from '../list/useSelection.ts';
import { useUserList } from '../list/useUserList.ts';
import { StatusMetricsPanel } from '../metrics/StatusMetricsPanel.tsx';
import { BulkBar } from './BulkBar.tsx';
import { useDialogs } from './dialogs.ts';
import { UserSkeletons } from './UserSkeletons.tsx';
import { UserTable } from './UserTable.tsx';
import { UserToolbar } from './UserToolbar.tsx';

const UserDialogs = lazyPart(() => import('../dialogs/UserDialogs.tsx'), { place: 'dialog' });
const waitingPollMs = 30_000;

interface Props {
  user: CurrentUser;
  readOnly: boolean;
}

/** All users, to search and, with user management, to edit. */
export function UserList({ user, readOnly }: Props) {
  const address = useListAddress();
  const { search, page } = address;
  const { data, isError, isPlaceholderData, refetch } = useUserList(search, page);
  const selection = useSelection(`${page} ${search}`);
  const dialogs = useDialogs();
  const [mail, showMail] = useState<MailDialog | null>(null);
  const acts = useRowActions();
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
  const rows = data?.users ?? [];

  return (
    <div className="@container flex flex-col gap-3">
      {readOnly && (
        <Notice tone="locked">
          You can search and view user information, but editing capabilities are restricted.
        </Notice>
      )}
      <StatusMetricsPanel rows={rows} showsInvisible={!readOnly} />
      <UserToolbar
        typed={address.typed}
        onType={address.setTyped}
        totalUsers={data?.pagination.totalUsers}
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
        onView={(view) => setQuery({ view, search: null, page: null }, { push: true })}
      />
      {!data && !isError && <UserSkeletons />}
      {!data && isError && <Failed onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <NoUsers {...address} />}
      {rows.length > 0 && (
        <UserTable
          {...{ rows, readOnly, acts, selection }}
          actor={user}
          open={dialogs.show}
          stale={isPlaceholderData}
        />
      )}
      <BulkBar selection={selection} />
      <Pagination
        label="Pages of users"
        page={page}
        pages={data?.pagination.total ?? 1}
        onPage={address.goTo}
      />
      <Suspense>
        {dialogs.shown && <UserDialogs key={dialogs.turn} actor={user} {...dialogs} />}
      </Suspense>
      <MailDialogs shown={mail} onClose={() => showMail(null)} />
    </div>
  );
}

async function exportAll() {
  try {
    const { exportPeople } = await import('../transfer/exportPeople.ts');
    await exportPeople();
  } catch (error) {
    toastFailure(error, 'Failed to fetch users');
  }
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title="Failed to fetch users"
      description="Check your connection and try again."
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

interface NoUsersProps {
  search: string;
  page: number;
  setTyped: (typed: string) => void;
  goTo: (page: number) => void;
}

function NoUsers({ search, page, setTyped, goTo }: NoUsersProps) {
  if (page > 1) {
    return (
      <EmptyState
        icon={Users}
        title="No users on this page"
        action={<Button onClick={() => goTo(1)}>First page</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Search}
      title="No users found"
      description={`No name, username, email or department matches “${search}”.`}
      action={<Button onClick={() => setTyped('')}>Clear search</Button>}
    />
  );
}
