import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Search, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { permits } from '../../../../platform/contract/access.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { useSearchText } from '../../../../platform/web/router/useSearchText.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Pagination } from '../../../../platform/web/ui/Pagination.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { type MailDialog, MailDialogs } from '../../../mail/web/public.ts';
import { listNameRequests, listUsers } from '../../../people/contract.ts';
import { listRegistrations } from '../../contract.ts';
import { useDialogs } from '../state/dialogs.ts';
import { toastFailure } from '../state/failure.ts';
import { useRowActions } from '../state/useRowActions.ts';
import { useSelection } from '../state/useSelection.ts';
import { BulkBar } from './BulkBar.tsx';
import { StatusMetricsPanel } from './metrics/StatusMetricsPanel.tsx';
import { managedColumns, rowClasses } from './row/columns.ts';
import { UserTable } from './UserTable.tsx';
import { UserToolbar } from './UserToolbar.tsx';

const UserDialogs = lazyPart(() => import('./dialogs/UserDialogs.tsx'), { place: 'dialog' });
const waitingPollMs = 30_000;

interface Props {
  user: CurrentUser;
  readOnly: boolean;
}

/** All users, to search and, with user management, to edit. */
export function UserList({ user, readOnly }: Props) {
  const address = useListAddress();
  const { search, page } = address;
  const { data, error, isPlaceholderData, refetch } = useUserList(search, page);
  const selection = useSelection(`${page} ${search}`);
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
      {!data && !error && <UserSkeletons />}
      {!data && error && (
        <NotLoaded title="Failed to fetch users" icon={Users} error={error} onRetry={refetch} />
      )}
      {data && rows.length === 0 && <NoUsers {...address} />}
      {rows.length > 0 && (
        <UserTable
          rows={rows}
          readOnly={readOnly}
          actions={actions}
          selection={selection}
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
    const { exportPeople } = await import('../state/exportPeople.ts');
    await exportPeople();
  } catch (error) {
    toastFailure(error, 'Failed to fetch users');
  }
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

const searchAfterMs = 300;

/** Search and page from the URL. */
function useListAddress() {
  const { query, setQuery } = useAddress();
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const goTo = (next: number) => setQuery({ page: next > 1 ? next : null }, { push: true });
  return {
    ...useSearchText('search', { pauseMs: searchAfterMs, resets: 'page' }),
    page,
    goTo,
  };
}

const pageSize = 20;
const pollMs = 30_000;

/** One page of users whose name, username, email or department matches. */
function useUserList(search: string, page: number) {
  useLiveQueries([queryKeyFor(listUsers)]);
  return useQuery({
    ...queryOptionsFor(listUsers, { query: { search, page, limit: pageSize } }),
    refetchInterval: pollMs,
    // Changes while no list was on screen were missed.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

const skeletonRows = Array.from({ length: 10 }, (_, at) => at);

/** Placeholder of the list while it loads. */
function UserSkeletons() {
  return (
    <div aria-hidden="true">
      {skeletonRows.map((row) => (
        <div
          key={row}
          className={clsx(rowClasses, managedColumns, 'min-h-14 border-b border-border py-2')}
        >
          <Skeleton className="size-4" />
          <span className="flex items-center gap-3">
            <Skeleton className="size-8 rounded-full!" />
            <span className="flex flex-col gap-1.5">
              <Skeleton className="h-3 w-32" />
              <Skeleton className="h-2.5 w-44" />
            </span>
          </span>
          <Skeleton className="h-5 w-20" />
          {['w-16', 'w-24', 'w-14', 'w-20', 'w-12'].map((width) => (
            <Skeleton key={width} className={clsx('h-3 @max-[976px]:hidden', width)} />
          ))}
        </div>
      ))}
    </div>
  );
}
