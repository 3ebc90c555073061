import { Menu as MenuIcon, MessageSquare, SunMoon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { permits } from '../../../../platform/contract/access.ts';
import { type Theme, themes, useTheme } from '../../../../platform/web/theme/theme.ts';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { ErrorBoundary } from '../../../../platform/web/ui/frame/ErrorBoundary.tsx';
import { PageHeaderSlot } from '../../../../platform/web/ui/frame/PageHeader.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import {
  Menu,
  MenuContent,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from '../../../../platform/web/ui/Menu.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { NotificationBell } from '../../../notifications/web/public.ts';
import { StatusButton } from '../../../presence/web/public.ts';
import { useChatOpen, useWaiting } from '../chat/chatState.ts';
import { SearchBox } from '../search/SearchBox.tsx';
import { SidebarBody } from '../sidebar/SidebarBody.tsx';
import { usePickStatus } from '../usePickStatus.ts';

/** Above every page: its title on the left, global controls on the right. */
export function Header({ user }: { user: CurrentUser }) {
  const approved = permits('signedIn', user);
  return (
    <header className="@container h-14 shrink-0 border-b border-border bg-surface">
      <div className="flex h-full items-center gap-1 pr-3 pl-4 max-sm:gap-0 max-sm:pr-1 md:pl-6">
        <SheetButton user={user} />
        <PageHeaderSlot className="flex min-w-0 flex-1 items-center justify-between gap-4 sm:pr-2" />
        {approved && (
          <ErrorBoundary place="hidden">
            <SearchBox user={user} />
          </ErrorBoundary>
        )}
        {approved && <OwnStatus user={user} />}
        <ThemeMenu />
        {approved && (
          <ErrorBoundary place="hidden">
            <NotificationBell userId={user.id} />
          </ErrorBoundary>
        )}
        {approved && <ChatToggle />}
      </div>
    </header>
  );
}

function OwnStatus({ user }: { user: CurrentUser }) {
  const pick = usePickStatus(user);
  return (
    <div className="max-sm:hidden">
      <StatusButton status={user.status} onPick={pick} />
    </div>
  );
}

function ChatToggle() {
  const [open, setOpen] = useChatOpen();
  const waiting = useWaiting();
  return (
    <span className="relative">
      <IconButton
        id="chat-toggle"
        label={open ? 'Close chat' : 'Open chat'}
        icon={MessageSquare}
        aria-expanded={open}
        aria-describedby={waiting > 0 ? 'chat-waiting' : undefined}
        className={open ? 'bg-accent-surface text-accent-strong!' : ''}
        onClick={() => setOpen(!open)}
      />
      <span id="chat-waiting" className="pointer-events-none absolute -top-1 -right-1">
        <CountBadge count={waiting} label="unread" />
      </span>
    </span>
  );
}

/** Selects the theme of this browser. */
function ThemeMenu() {
  const [theme, setTheme] = useTheme();
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton label="Theme" icon={SunMoon} />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>Theme</MenuLabel>
        <MenuRadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
          {themes.map(({ value, label }) => (
            <MenuRadioItem key={value} value={value}>
              {label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}

const SidebarSheet = lazyPart(() => import('../sidebar/SidebarSheet.tsx'), { place: 'dialog' });

/** Opens the sidebar on a phone. */
function SheetButton({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton
        label="Open menu"
        icon={MenuIcon}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="-ml-2 md:hidden"
        onClick={show}
      />
      <Suspense>
        {wanted && (
          <SidebarSheet open={open} onOpenChange={setOpen}>
            <SidebarBody user={user} onLeave={() => setOpen(false)} />
          </SidebarSheet>
        )}
      </Suspense>
    </>
  );
}
