import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { CurrentUser } from '../modules/access/contract.ts';
import {
  currentUserKey,
  RequireAuth,
  useCurrentUser,
  useSessionEnded,
} from '../modules/access/web/public.ts';
import { useGroupZone } from '../modules/organization/web/public.ts';
import { statusesChanged } from '../modules/presence/contract.ts';
import { permits } from '../platform/contract/access.ts';
import { reloadIfOutdated } from '../platform/web/network/version.ts';
import { RealtimeProvider } from '../platform/web/realtime/RealtimeProvider.tsx';
import { drawnOnServer, useDrawn } from '../platform/web/state/drawn.ts';
import { useTimezone } from '../platform/web/time/zone.ts';
import { ErrorBoundary } from '../platform/web/ui/frame/ErrorBoundary.tsx';
import {
  awaitingApproval,
  bare,
  denied,
  type Guarded,
  guarded,
  notFound,
  open,
  plain,
  shell,
} from './pages.ts';
import { usePrefetch } from './prefetch.ts';
import { Arriving, Loading } from './Waiting.tsx';

/** Whether a page is for signed-in users only. */
export const isGuarded = (path: string): boolean => plain(path) in { ...guarded, ...bare };

/** Preloads what the first screen at this URL needs. */
export async function loadFirstPage(path: string): Promise<void> {
  const entry = guarded[plain(path)];
  if (entry) await Promise.all([shell.load(), entry.page.load()]);
  else await (bare[plain(path)] ?? open[plain(path)] ?? notFound).load();
}

/** Whether `loadFirstPage` has succeeded. */
export function isFirstPageLoaded(path: string): boolean {
  const entry = guarded[plain(path)];
  if (entry) return shell.isLoaded() && entry.page.isLoaded();
  return (bare[plain(path)] ?? open[plain(path)] ?? notFound).isLoaded();
}

/** Whether the server draws the page for this user: at least its frame. */
export function isDrawn(path: string, user: CurrentUser): boolean {
  const entry = guarded[path];
  return entry !== undefined && !user.mustChangePassword && mayOpen(entry.access, user);
}

const loadHome = () => loadFirstPage('/');

export function Routes() {
  useTimezone();
  const path = plain(useLocation()[0]);
  useReloadAfterUpdate(path);
  const entry = guarded[path];
  if (entry) {
    return (
      <RequireAuth>
        <SignedIn entry={entry} path={path} />
      </RequireAuth>
    );
  }
  const Part = bare[path] ?? open[path] ?? notFound;
  const page = (
    <Suspense fallback={<Loading className="min-h-dvh" />}>
      <Part slug={path.split('/').at(-1) ?? ''} loadNext={loadHome} />
    </Suspense>
  );
  return bare[path] ? <RequireAuth>{page}</RequireAuth> : page;
}

/** A page served before an update loads the new version on the next navigation. */
function useReloadAfterUpdate(path: string) {
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    reloadIfOutdated();
  }, [path]);
}

const accepts = [statusesChanged.type];

/** The layout and the connection stay while pages change inside. */
function SignedIn({ entry, path }: { entry: Guarded; path: string }) {
  const user = useCurrentUser();
  const client = useQueryClient();
  const ended = useSessionEnded();
  usePrefetch(user);
  if (!user) return null;
  const lookAgain = () => void client.invalidateQueries({ queryKey: currentUserKey });
  const { id: userId, username, status } = user;
  const Shell = shell;
  const content = { entry, user };
  return (
    <RealtimeProvider
      identity={permits('signedIn', user) ? { userId, username, status, accepts } : null}
      paused={ended}
      onSignedOut={lookAgain}
      onRefused={lookAgain}
    >
      <InGroupZone approved={permits('signedIn', user)}>
        <Suspense fallback={<Loading className="min-h-dvh" />}>
          <Shell user={user}>
            <ErrorBoundary place="page" about={entry} resetKey={path}>
              <Suspense fallback={<Arriving {...entry} />}>
                {drawnOnServer().hasContent ? <Content {...content} /> : <NotDrawn {...content} />}
              </Suspense>
            </ErrorBoundary>
          </Shell>
        </Suspense>
      </InGroupZone>
    </RealtimeProvider>
  );
}

/** Nothing is rendered before the time zone is known. */
function InGroupZone({ approved, children }: { approved: boolean; children: ReactNode }) {
  return useGroupZone(approved) ? children : <Loading className="min-h-dvh" />;
}

interface ContentProps {
  entry: Guarded;
  user: CurrentUser;
}

/** The server draws only the frame of the page, and hydration keeps it. */
function NotDrawn({ entry, user }: ContentProps) {
  return useDrawn() ? <Arriving {...entry} /> : <Content entry={entry} user={user} />;
}

function Content({ entry, user }: ContentProps) {
  const { access, page: Page, ...named } = entry;
  const AwaitingApproval = awaitingApproval;
  const Denied = denied;
  useEffect(() => {
    window.dispatchEvent(new Event('forecourt:hydrated'));
  }, []);
  if (mayOpen(access, user)) {
    const neighbors = named.neighbors?.filter(({ href }) => mayOpen(guarded[href]?.access, user));
    return <Page user={user} {...named} {...(neighbors && { neighbors })} />;
  }
  const texts = entry === guarded['/'] ? noDashboard : undefined;
  if (user.pending) return <AwaitingApproval user={user} {...texts} />;
  return <Denied {...(texts ?? { title: entry.title })} />;
}

const mayOpen = (access: Guarded['access'] | undefined, user: CurrentUser): boolean =>
  access === undefined || [access].flat().some((one) => permits(one, user));

const noDashboard = {
  heading: 'Dashboard Access Required',
  description: '',
  advice: 'Please contact your administrator to request dashboard access.',
};
