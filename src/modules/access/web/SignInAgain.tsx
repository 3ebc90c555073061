import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { TopDialog } from '../../../platform/web/ui/frame/TopDialog.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Spinner } from '../../../platform/web/ui/Spinner.tsx';
import type { CurrentUser } from '../contract.ts';
import { currentUserKey } from './state/currentUser.ts';
import { useSessionEnded } from './state/session.ts';

const SessionEnded = lazyPart(() => import('./sign-in/SessionEnded.tsx'), { place: 'row' });

/** Covers the page when its session has ended, until the same person has signed in again. */
export function SignInAgain() {
  const client = useQueryClient();
  const user = client.getQueryData<CurrentUser | null>(currentUserKey);
  // Pending users have no unsaved input, and their page says why the session ended.
  if (!useSessionEnded() || !user || user.pending) return null;
  return (
    <TopDialog label="Sign in again" covers>
      <Suspense fallback={<Spinner label="Loading" />}>
        <SessionEnded user={user} />
      </Suspense>
    </TopDialog>
  );
}
