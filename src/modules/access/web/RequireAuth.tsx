import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { Spinner } from '../../../platform/web/ui/Spinner.tsx';
import { currentUserQuery } from './currentUser.ts';
import { rememberDestination } from './destination.ts';

const ChangePasswordPage = lazyPart(() => import('./password/ChangePasswordPage.tsx'), {
  place: 'window',
});

/**
 * Shows its children to signed-in people only; everybody else goes to /auth and comes back after. Where the session ends
 * while they are shown they stay, under `SignInAgain`.
 */
export function RequireAuth({ children }: { children: ReactNode }) {
  const { data: user, isError, isFetching, refetch } = useQuery(currentUserQuery);
  const hadUser = useRef(false);
  if (user) hadUser.current = true;

  if (user === null) return <LeaveForSignIn afterSession={hadUser.current} />;
  if (!user && isError && !isFetching) return <Unreachable onRetry={() => void refetch()} />;
  if (!user) return <Waiting />;
  if (!user.mustChangePassword) return children;
  return (
    <Suspense fallback={<Waiting />}>
      <ChangePasswordPage />
    </Suspense>
  );
}

/** After a session that ended under way a new document, so that nothing it loaded outlives it. */
function LeaveForSignIn({ afterSession }: { afterSession: boolean }) {
  const [, navigate] = useLocation();
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    rememberDestination(pathname + search + hash);
    if (afterSession) window.location.replace('/auth');
    else navigate('/auth', { replace: true });
  }, [afterSession, navigate]);
  return <Waiting />;
}

function Waiting() {
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
        title="Forecourt cannot be reached"
        description="The server did not answer. Check your connection, then try again."
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </main>
  );
}
