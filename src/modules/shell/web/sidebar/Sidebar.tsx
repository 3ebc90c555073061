import { clsx } from 'clsx';
import { PanelLeft } from 'lucide-react';
import { Link } from 'wouter';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Wordmark } from '../../../../platform/web/ui/Mark.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { stored } from '../browser/stored.ts';
import { SidebarBody } from './SidebarBody.tsx';

const narrow = stored<boolean>('forecourt-sidebar-narrow', false);

/** Main navigation beside every page; on a phone the sheet replaces it. */
export function Sidebar({ user }: { user: CurrentUser }) {
  const [collapsed, setCollapsed] = narrow.use();
  return (
    <aside
      aria-label="Sidebar"
      className={clsx(
        'hidden shrink-0 flex-col border-r border-border bg-sunken md:flex',
        collapsed ? 'w-14' : 'w-60',
      )}
    >
      <div
        className={clsx(
          'flex h-14 shrink-0 items-center',
          collapsed ? 'justify-center' : 'justify-between pr-2 pl-4',
        )}
      >
        {!collapsed && (
          <Link href="/" aria-label="Forecourt, home" className="rounded-sm">
            <Wordmark />
          </Link>
        )}
        <IconButton
          label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          icon={PanelLeft}
          aria-expanded={!collapsed}
          side="right"
          onClick={() => setCollapsed(!collapsed)}
        />
      </div>
      <SidebarBody user={user} collapsed={collapsed} />
    </aside>
  );
}
