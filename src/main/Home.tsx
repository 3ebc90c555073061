import { Suspense } from 'react';
import type { CurrentUser } from '../modules/access/contract.ts';
import DashboardPage from '../modules/dashboard/web/DashboardPage.tsx';
import { canUseAdminTools, useHomeView } from '../modules/shell/web/home.ts';
import { useDrawn } from '../platform/web/state/drawn.ts';
import { lazyPart } from '../platform/web/ui/lazy/lazyPart.tsx';
import { Arriving } from './Waiting.tsx';

const AdminTools = lazyPart(() => import('../modules/admin/web/AdminToolsPage.tsx'), {
  place: 'page',
});

const adminView = {
  title: 'Admin Tools',
  subtitle: 'System administration and user management',
};

/** The home page: the dashboard, or the admin tools when switched on in the sidebar. */
export default function Home({ user }: { user: CurrentUser }) {
  const { showsAdminTools } = useHomeView();
  const drawn = useDrawn();
  if (!showsAdminTools || !canUseAdminTools(user)) return <DashboardPage user={user} />;
  if (drawn) return <Arriving {...adminView} />;
  return (
    <Suspense fallback={<Arriving {...adminView} />}>
      <AdminTools user={user} {...adminView} />
    </Suspense>
  );
}
