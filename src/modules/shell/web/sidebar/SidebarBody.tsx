import { clsx } from 'clsx';
import { LogOut, PanelsTopLeft, RotateCw } from 'lucide-react';
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { permits } from '../../../../platform/contract/access.ts';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { CurrentUser } from '../../../access/contract.ts';
import { useLogout } from '../../../access/web/public.ts';
import { useIsTechnician } from '../../../repair-orders/web/public.ts';
import { ChatSidebarList } from '../chat/chatModule.ts';
import { openChat } from '../chat/chatState.ts';
import { canUseAdminTools, useHomeView } from '../home.ts';
import { isCurrent, listPages, myWork } from '../navigation.ts';
import { PersonMenu } from './PersonMenu.tsx';
import { SidebarAction, SidebarLink } from './SidebarEntry.tsx';

const refreshToastMs = 2000;

interface Props {
  user: CurrentUser;
  collapsed?: boolean;
  /** An entry was chosen that opens elsewhere. */
  onLeave?: () => void;
}

/** The contents of the sidebar, beside the page or in the sheet. */
export function SidebarBody({ user, collapsed = false, onLeave }: Props) {
  const logout = useLogout();
  return (
    <>
      <ScrollArea className="min-h-0 flex-1">
        <Pages user={user} collapsed={collapsed} onLeave={onLeave} />
        <HomeSwitch user={user} collapsed={collapsed} onLeave={onLeave} />
        {permits('signedIn', user) && !collapsed && <Chats onLeave={onLeave} />}
      </ScrollArea>
      <div className="shrink-0 border-t border-border p-2">
        <div className={clsx(!collapsed && 'grid grid-cols-2')}>
          <SidebarAction label="Refresh" icon={RotateCw} collapsed={collapsed} onClick={refresh} />
          <SidebarAction
            label="Logoff"
            icon={LogOut}
            collapsed={collapsed}
            onClick={() => void logout()}
          />
        </div>
        <PersonMenu user={user} collapsed={collapsed} />
      </div>
    </>
  );
}

function refresh() {
  const description = 'The page is about to reload.';
  toast({ title: 'Refreshing', description, durationMs: refreshToastMs });
  setTimeout(() => window.location.reload(), refreshToastMs);
}

interface PartProps {
  onLeave: (() => void) | undefined;
}

function Pages({
  user,
  collapsed,
  onLeave,
}: PartProps & { user: CurrentUser; collapsed: boolean }) {
  const [path] = useLocation();
  const isTechnician = useIsTechnician(user);
  const [first, ...rest] = listPages(user);
  const pages = [first, isTechnician ? myWork : undefined, ...rest].filter(
    (one) => one !== undefined,
  );
  if (pages.length === 0) return null;
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5 p-2">
      {pages.map((entry) => (
        <SidebarLink
          key={entry.href}
          entry={entry}
          current={isCurrent(entry, path)}
          collapsed={collapsed}
          onClick={onLeave}
        />
      ))}
    </nav>
  );
}

/** On the home page: shows the admin tools in place of the dashboard, and back. */
function HomeSwitch({
  user,
  collapsed,
  onLeave,
}: PartProps & { user: CurrentUser; collapsed: boolean }) {
  const [path] = useLocation();
  const { showsAdminTools, toggle } = useHomeView();
  const canSwitch = permits({ page: 'dashboard' }, user) && canUseAdminTools(user);
  if (path !== '/' || !canSwitch) return null;
  const press = () => {
    toggle();
    onLeave?.();
  };
  return (
    <div className="px-2 pb-2">
      <SidebarAction
        label="Admin view"
        icon={PanelsTopLeft}
        collapsed={collapsed}
        pressed={showsAdminTools}
        onClick={press}
      />
    </div>
  );
}

function Chats({ onLeave }: PartProps) {
  const show = () => {
    openChat();
    onLeave?.();
  };
  return (
    <div className="px-2 pt-2 pb-4">
      <Suspense>
        <ChatSidebarList onOpen={show} />
      </Suspense>
    </div>
  );
}
