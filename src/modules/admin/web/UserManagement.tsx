import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Spinner } from '../../../platform/web/ui/Spinner.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import {
  userCreated,
  userDeleted,
  userRoleChanged,
  userStatusToggled,
  userUpdated,
} from '../../people/contract.ts';
import { listRegistrations, syncActiveSessions } from '../contract.ts';
import { managesPeople } from './rules/tabs.ts';
import { countRowActions, dropRow, patchRow, refreshLists } from './state/listCache.ts';
import type { UserRow } from './state/userRow.ts';
import { UserList } from './users/UserList.tsx';

const AccessReview = lazyPart(() => import('./review/AccessReview.tsx'), {
  place: 'panel',
  className: 'min-h-72',
});
const ActivityLog = lazyPart(() => import('./activity/ActivityLog.tsx'), {
  place: 'panel',
  className: 'min-h-72',
});

/** Users: the list, the access review and the activity log. */
export function UserManagement({ user }: { user: CurrentUser }) {
  const { query, setQuery } = useAddress();
  const manages = managesPeople(user);
  const view = query.get('view');
  useUserEvents();

  // Best effort: the server also checks its sockets periodically.
  useEffect(() => {
    if (manages) call(syncActiveSessions).catch(() => {});
  }, [manages]);

  const backToList = () => setQuery({ view: null, action: null, who: null, from: null, to: null });
  if (view === 'review' && manages) {
    return (
      <SubView title="Access review" onBack={backToList}>
        <AccessReview />
      </SubView>
    );
  }
  if (view === 'activity' && permits({ feature: 'audit_logs' }, user)) {
    return (
      <SubView title="Activity log" onBack={backToList}>
        <ActivityLog />
      </SubView>
    );
  }
  return <UserList user={user} readOnly={!manages} />;
}

interface SubViewProps {
  title: string;
  onBack: () => void;
  children: React.ReactNode;
}

function SubView({ title, onBack, children }: SubViewProps) {
  return (
    <div className="@container">
      <div className="flex items-center gap-3 pb-3">
        <Button size="sm" variant="ghost" className="-ml-2.5" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          Users
        </Button>
        <h2 className="text-lg font-semibold">{title}</h2>
      </div>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </div>
  );
}

const Loading = () => (
  <div className="grid min-h-60 place-items-center">
    <Spinner label="Loading" />
  </div>
);

/** Updates the lists live while others change the same users. */
function useUserEvents(): void {
  const client = useQueryClient();
  useLiveQueries([queryKeyFor(listRegistrations)], [userCreated, userUpdated, userDeleted]);
  useSocketEvent(userCreated, () => void refreshLists(client));
  // Own changes show before the server has them; an event of an earlier click would undo them.
  const patch = (userId: number, change: Partial<UserRow>) => {
    if (countRowActions(client, userId) === 0) patchRow(client, userId, change);
  };
  useSocketEvent(userUpdated, ({ userId, user }) => patch(userId, user));
  useSocketEvent(userDeleted, ({ userId }) => {
    dropRow(client, userId);
    void refreshLists(client);
  });
  useSocketEvent(userRoleChanged, ({ userId, newRole }) => patch(userId, { role: newRole }));
  useSocketEvent(userStatusToggled, ({ userId, newStatus }) =>
    patch(userId, { isActive: newStatus }),
  );
}
