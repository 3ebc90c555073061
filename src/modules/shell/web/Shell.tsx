import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { permits } from '../../../platform/contract/access.ts';
import { useScrollPosition } from '../../../platform/web/router/scrollPositions.ts';
import type { CurrentUser } from '../../access/contract.ts';
import { ConfirmAddressBar } from './ConfirmAddress.tsx';
import { ChatFrame } from './chat/ChatFrame.tsx';
import { ChatWatch, NotificationWatch } from './chat/chatModule.ts';
import { openChat, setWaiting, useChatCovers } from './chat/chatState.ts';
import { useChatRequests } from './chat/useChatRequests.ts';
import { Header } from './header/Header.tsx';
import { isClosed, listPages } from './navigation.ts';
import { Sidebar } from './sidebar/Sidebar.tsx';
import { useLiveFacts } from './useLiveFacts.ts';

/** The layout around every page of a signed-in user. */
export default function Shell({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const [path] = useLocation();
  const approved = permits('signedIn', user);
  const covered = useChatCovers() && approved;
  useScrollPosition(path);
  useLiveFacts(user);
  useAdmission(user, path);
  useChatRequests(approved);

  return (
    <div className="flex h-dvh overflow-hidden bg-surface text-text">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:text-base focus:shadow-float"
      >
        Skip to content
      </a>
      <Sidebar user={user} />
      <div inert={covered} className="flex min-w-0 flex-1 flex-col">
        <Header user={user} />
        {approved && !user.emailConfirmed && <ConfirmAddressBar user={user} />}
        {/* Positioned, so that visually hidden content in it scrolls with it and not with the document. */}
        <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto">
          {children}
        </main>
      </div>
      {approved && <ChatFrame home={path === '/'} />}
      <Suspense>{approved && <ChatWatch onOpen={openChat} onWaiting={setWaiting} />}</Suspense>
      <Suspense>{approved && <NotificationWatch />}</Suspense>
    </div>
  );
}

/** Outlives the layout, which is mounted anew once the time zone of the group is known. */
let waitedForApproval = false;

/** Someone who waited for approval on a page they were not given gets the first page they were. */
function useAdmission(user: CurrentUser, path: string) {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (user.pending) waitedForApproval = true;
    if (user.pending || !waitedForApproval) return;
    waitedForApproval = false;
    const [first] = listPages(user);
    if (first && isClosed(path, user)) navigate(first.href, { replace: true });
  }, [user, path, navigate]);
}
