import { ArrowLeft } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { call } from '../../../platform/web/api/call.ts';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Spinner } from '../../../platform/web/ui/Spinner.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { syncActiveSessions } from '../contract.ts';
import { useUserFrames } from './list/useUserFrames.ts';
import { managesPeople } from './rules/tabs.ts';
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
  useUserFrames();

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
        <Button size="sm" variant="ghost" onClick={onBack}>
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
