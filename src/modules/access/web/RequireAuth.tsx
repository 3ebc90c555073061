import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Spinner } from '../../../platform/web/ui/Spinner.tsx';
import { currentUserQuery } from './state/currentUser.ts';
import { rememberDestination } from './state/destination.ts';

const ChangePasswordPage = lazyPart(() => import('./password/ChangePasswordPage.tsx'), {
  place: 'window',
});

/**
 * Renders its children for signed-in users only; everyone else goes to /auth and returns after signing in. If
 * the session ends while the children are shown, they stay mounted, under `SignInAgain`.
 */
export function RequireAuth({ children }: { children: ReactNode }) {
  const { data: user, isError, isFetching, refetch } = useQuery(currentUserQuery);
  const hadUser = useRef(false);
  if (user) hadUser.current = true;

  if (user === null) return <RedirectToSignIn afterSession={hadUser.current} />;
  if (!user && isError && !isFetching) return <Unreachable onRetry={() => void refetch()} />;
  if (!user) return <Loading />;
  if (!user.mustChangePassword) return children;
  return (
    <Suspense fallback={<Loading />}>
      <ChangePasswordPage />
    </Suspense>
  );
}

/** After a session that ended meanwhile it loads a new document, so that nothing in memory survives. */
function RedirectToSignIn({ afterSession }: { afterSession: boolean }) {
  const [, navigate] = useLocation();
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    rememberDestination(pathname + search + hash);
    if (afterSession) window.location.replace('/auth');
    else navigate('/auth', { replace: true });
  }, [afterSession, navigate]);
  return <Loading />;
}

function Loading() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label="Loading" />
    </div>
  );
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <EmptyState
        title="Couldn’t reach Forecourt"
        description="The server didn’t respond. Check your connection and try again."
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </main>
  );
}
