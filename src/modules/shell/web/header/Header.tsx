import { Menu as MenuIcon, MessageSquare } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { permits } from '../../../../platform/contract/access.ts';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { NotificationBell } from '../../../notifications/web/public.ts';
import { StatusButton } from '../../../presence/web/public.ts';
import { useChatOpen } from '../chat/chatState.ts';
import { SearchBox } from '../search/SearchBox.tsx';
import { usePickStatus } from '../usePickStatus.ts';
import { ThemeMenu } from './ThemeMenu.tsx';

const SidebarSheet = lazy(() => import('../sidebar/SidebarSheet.tsx'));

interface Props {
  user: CurrentUser;
  /** Receives the place for the page's title. */
  slotRef: (element: HTMLElement | null) => void;
}

/** Above every page: what it is called at the left, what is always at hand at the right. */
export function Header({ user, slotRef }: Props) {
  const approved = permits('signedIn', user);
  return (
    <header className="@container h-14 shrink-0 border-b border-border bg-surface">
      <div className="flex h-full items-center gap-1 pr-3 pl-4 md:pl-6">
        <SheetButton user={user} />
        <div
          ref={slotRef}
          className="flex min-w-0 flex-1 items-center justify-between gap-4 pr-2"
        />
        {approved && <SearchBox user={user} />}
        {approved && <OwnStatus user={user} />}
        <ThemeMenu />
        {approved && <NotificationBell />}
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
  return (
    <IconButton
      id="chat-toggle"
      label={open ? 'Close chat' : 'Open chat'}
      icon={MessageSquare}
      aria-expanded={open}
      className={open ? 'bg-accent-surface text-accent-strong!' : ''}
      onClick={() => setOpen(!open)}
    />
  );
}

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
        {wanted && <SidebarSheet user={user} open={open} onOpenChange={setOpen} />}
      </Suspense>
    </>
  );
}
