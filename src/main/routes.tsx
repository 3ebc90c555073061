import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { CurrentUser } from '../modules/access/contract.ts';
import { currentUserKey, RequireAuth, useCurrentUser } from '../modules/access/web/public.ts';
import { useGroupZone } from '../modules/organization/web/public.ts';
import { permits } from '../platform/contract/access.ts';
import { ErrorBoundary } from '../platform/web/frame/ErrorBoundary.tsx';
import { RealtimeProvider } from '../platform/web/realtime/RealtimeProvider.tsx';
import { useTimezone } from '../platform/web/time/zone.ts';
import { Button } from '../platform/web/ui/Button.tsx';
import { denied, type Guarded, guarded, notFound, open, shell } from './pages.ts';
import { usePrefetch } from './prefetch.ts';
import { Arriving, Loading } from './Waiting.tsx';

/** `/hr/` is `/hr`. */
const plain = (path: string) => path.replace(/(?<=.)\/+$/, '');

/** Fetches what the first screen at this address is made of. */
export async function loadFirstPage(path: string): Promise<void> {
  const entry = guarded[plain(path)];
  if (entry) await Promise.all([shell.load(), entry.page.load()]);
  else await (open[plain(path)] ?? notFound).load();
}

const loadHome = () => loadFirstPage('/');

export function Routes() {
  useTimezone();
  const path = plain(useLocation()[0]);
  const entry = guarded[path];
  if (entry) {
    return (
      <RequireAuth>
        <SignedIn entry={entry} path={path} />
      </RequireAuth>
    );
  }
  const { Part } = open[path] ?? notFound;
  return (
    <Suspense fallback={<Loading className="min-h-dvh" />}>
      <Part slug={path.split('/').at(-1) ?? ''} loadNext={loadHome} />
    </Suspense>
  );
}

/** The frame stays while pages come and go in it, and the connection stays with it. */
function SignedIn({ entry, path }: { entry: Guarded; path: string }) {
  const user = useCurrentUser();
  const client = useQueryClient();
  usePrefetch(user);
  if (!user) return null;
  const lookAgain = () => void client.invalidateQueries({ queryKey: currentUserKey });
  const { id: userId, username, status } = user;
  return (
    <RealtimeProvider
      identity={permits('signedIn', user) ? { userId, username, status } : null}
      onSignedOut={lookAgain}
      onRefused={lookAgain}
    >
      <InGroupZone approved={permits('signedIn', user)}>
        <Suspense fallback={<Loading className="min-h-dvh" />}>
          <shell.Part user={user}>
            <ErrorBoundary resetKey={path}>
              <Suspense fallback={<Arriving {...entry} />}>
                <Content entry={entry} user={user} lookAgain={lookAgain} />
              </Suspense>
            </ErrorBoundary>
          </shell.Part>
        </Suspense>
      </InGroupZone>
    </RealtimeProvider>
  );
}

/** Nothing is drawn before it is known by which clocks. */
function InGroupZone({ approved, children }: { approved: boolean; children: ReactNode }) {
  return useGroupZone(approved) ? children : <Loading className="min-h-dvh" />;
}

interface ContentProps {
  entry: Guarded;
  user: CurrentUser;
  lookAgain: () => void;
}

function Content({ entry, user, lookAgain }: ContentProps) {
  const { access, page, ...named } = entry;
  if ([access].flat().some((one) => permits(one, user)))
    return <page.Part user={user} {...named} />;
  if (user.pending) {
    return (
      <denied.Part
        description="Your account waits for approval by an administrator."
        action={<Button onClick={lookAgain}>Check again</Button>}
      />
    );
  }
  return <denied.Part {...(entry === guarded['/'] ? noDashboard : { title: entry.title })} />;
}

const noDashboard = {
  heading: 'Dashboard Access Required',
  description: '',
  advice: 'Please contact your administrator to request dashboard access.',
};
