import { useQuery } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { useCurrentUser } from '../../access/web/public.ts';
import { getDashboardConfig, newDashboard } from '../contract/dashboard.ts';
import { heimdallChanged, listShortcuts, type Shortcut } from '../contract.ts';
import { ConfigPanel } from './config/ConfigPanel.tsx';
import { useConfigDraft } from './config/useConfigDraft.ts';
import { ShortcutList } from './list/ShortcutList.tsx';
import { Preview } from './preview/Preview.tsx';
import { useOrdered } from './state/useShortcutActions.ts';

const noConfig = { ...newDashboard, backgroundUrl: '', backgroundPath: '' };
const noLinks: readonly Shortcut[] = [];

/** The shared links: administrators manage them, everyone uses them. */
export default function ShortcutDashboard() {
  const mayConfigure = useCurrentUser()?.role === 'admin';
  const { links, config } = useHeimdall();
  const draft = useConfigDraft(config.data ?? noConfig);
  const shortcuts = useOrdered(links.data ?? noLinks);
  return (
    <div className="@container flex flex-col gap-8">
      {config.isError && (
        <NotLoaded
          isInline
          title="Failed to fetch Heimdall configuration"
          error={config.error}
          onRetry={config.refetch}
        />
      )}
      {mayConfigure && config.data && <ConfigPanel draft={draft} />}
      {mayConfigure && config.isPending && <Skeleton className="h-100 rounded-md" />}
      {links.isError && (
        <NotLoaded
          isInline
          title="Failed to fetch Heimdall+ links"
          error={links.error}
          onRetry={links.refetch}
        />
      )}
      {mayConfigure && links.data && <ShortcutList shortcuts={shortcuts} />}
      {mayConfigure && links.isPending && <Skeleton className="h-120 rounded-md" />}
      {links.data ? (
        <Preview
          config={draft.shown}
          shortcuts={shortcuts.filter(({ isActive }) => isActive)}
          mayConfigure={mayConfigure}
        />
      ) : (
        links.isPending && <Skeleton className="h-84 rounded-md" />
      )}
    </div>
  );
}

/** The shortcuts and the dashboard configuration, kept current when others change them. */
function useHeimdall() {
  const links = useQuery(queryOptionsFor(listShortcuts));
  const config = useQuery(queryOptionsFor(getDashboardConfig));
  useLiveQueries([queryKeyFor(listShortcuts), queryKeyFor(getDashboardConfig)], [heimdallChanged]);
  return { links, config };
}
