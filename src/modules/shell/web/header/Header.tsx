import { MessageSquare } from 'lucide-react';
import { permits } from '../../../../platform/contract/access.ts';
import { ErrorBoundary } from '../../../../platform/web/frame/ErrorBoundary.tsx';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { NotificationBell } from '../../../notifications/web/public.ts';
import { StatusButton } from '../../../presence/web/public.ts';
import { useChatOpen, useWaiting } from '../chat/chatState.ts';
import { SearchBox } from '../search/SearchBox.tsx';
import { SheetButton } from '../sidebar/SheetButton.tsx';
import { usePickStatus } from '../usePickStatus.ts';
import { ThemeMenu } from './ThemeMenu.tsx';

interface Props {
  user: CurrentUser;
  /** Receives the element for the page's title. */
  slotRef: (element: HTMLElement | null) => void;
}

/** Above every page: its title on the left, global controls on the right. */
export function Header({ user, slotRef }: Props) {
  const approved = permits('signedIn', user);
  return (
    <header className="@container h-14 shrink-0 border-b border-border bg-surface">
      <div className="flex h-full items-center gap-1 pr-3 pl-4 max-sm:gap-0 max-sm:pr-1 md:pl-6">
        <SheetButton user={user} />
        <div
          ref={slotRef}
          className="flex min-w-0 flex-1 items-center justify-between gap-4 sm:pr-2"
        />
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
