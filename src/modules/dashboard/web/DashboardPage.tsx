import { Suspense, useState } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { ErrorBoundary } from '../../../platform/web/ui/frame/ErrorBoundary.tsx';
import { PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { Panel } from '../../../platform/web/ui/frame/Panel.tsx';
import { Notice } from '../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { QuickAccess } from '../../shortcuts/web/public.ts';
import type { Stats } from '../contract.ts';
import { QuickActions } from './actions/QuickActions.tsx';
import { RecentActivity } from './activity/RecentActivity.tsx';
import { BrandCards } from './brands/BrandCards.tsx';
import { StatCards } from './cards/StatCards.tsx';
import { MonthsPanel } from './chart/MonthsPanel.tsx';
import { MyDay, MyOpenItems } from './day/MyDay.tsx';
import { Standings } from './standings/Standings.tsx';
import { useLiveDashboard, useStats } from './state/useDashboard.ts';

/** The home page: quick actions and their own day for employees, the figures for other roles. */
export default function DashboardPage({ user }: { user: CurrentUser }) {
  const isEmployee = user.role === 'employee';
  useLiveDashboard();
  return (
    <>
      <PageHeader
        title={isEmployee ? 'Quick Actions' : 'Dashboard Overview'}
        subtitle={`Welcome back, ${user.firstName} ${user.lastName}`}
      />
      <div className="@container mx-auto flex max-w-[80rem] flex-col gap-8 p-4 md:p-6">
        {isEmployee ? (
          <>
            <QuickActions user={user} />
            <ErrorBoundary place="panel">
              <MyDay />
            </ErrorBoundary>
          </>
        ) : (
          <Figures user={user} />
        )}
        {permits({ page: 'utilities' }, user) && (
          <div className="min-h-32">
            <Suspense>
              <QuickAccess />
            </Suspense>
          </div>
        )}
      </div>
    </>
  );
}

function Figures({ user }: { user: CurrentUser }) {
  const { data: stats, error, refetch } = useStats();
  const [isRetrying, setIsRetrying] = useState(false);
  const [lastError, setLastError] = useState(error);
  if (error && error !== lastError) setLastError(error);
  // When the figures fail to load, the rest of the page still renders. A query without data forgets its error while it
  // is fetched again, as it is after any change elsewhere: the message and its button stay until there are figures.
  const isMissing = lastError !== null && !stats;
  const retry = async () => {
    setIsRetrying(true);
    await refetch();
    setIsRetrying(false);
  };
  return (
    <>
      {isMissing && (
        <NotLoaded
          isInline
          what="figures"
          error={lastError}
          isRetrying={isRetrying}
          onRetry={retry}
        />
      )}
      {error && stats && (
        <Notice
          tone="danger"
          live
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Couldn’t refresh. Showing the previous figures.
        </Notice>
      )}
      {stats && (
        <ErrorBoundary place="hidden">
          <StoreNotice stats={stats} />
        </ErrorBoundary>
      )}
      {isMissing || (
        <>
          <StatCards stats={stats} user={user} />
          <ErrorBoundary place="panel">
            <BrandCards stats={stats} user={user} />
          </ErrorBoundary>
        </>
      )}
      <div className="grid gap-8 @5xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="@container flex min-w-0 flex-col gap-8">
          {isMissing || (
            <ErrorBoundary place="panel" className="min-h-72">
              <MonthsPanel stats={stats} />
            </ErrorBoundary>
          )}
          <Panel title="Quick Actions">
            <QuickActions user={user} />
          </Panel>
        </div>
        <ErrorBoundary place="panel">
          <RecentActivity />
        </ErrorBoundary>
      </div>
      {stats?.standings && (
        <ErrorBoundary place="panel">
          <Standings stats={stats} user={user} />
        </ErrorBoundary>
      )}
      {stats && (
        <ErrorBoundary place="panel">
          <MyOpenItems />
        </ErrorBoundary>
      )}
    </>
  );
}

function StoreNotice({ stats }: { stats: Stats }) {
  if (stats.brands.length > 0) return null;
  return (
    <Notice>
      You aren’t assigned to a store yet. Ask an administrator to add one to see figures here.
    </Notice>
  );
}
