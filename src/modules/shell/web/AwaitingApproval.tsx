import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, MailWarning } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { forceLogout, ready } from '../../../platform/contract/socket.ts';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { createConnection } from '../../../platform/web/realtime/connection.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { toast } from '../../../platform/web/ui/toast.ts';
import { type CurrentUser, getCurrentUser } from '../../access/contract.ts';
import { updateCurrentUser, useLogout } from '../../access/web/public.ts';
import { type User, userPermissionsUpdated } from '../../people/contract.ts';
import AccessDenied from './AccessDenied.tsx';
import { SendAgain } from './ConfirmAddress.tsx';

/** The socket reports approval at once; this interval is for networks that block sockets. */
const pollMs = 15_000;

interface Props {
  user: CurrentUser;
  heading?: string;
  description?: string;
  advice?: string;
}

/** Access denied while the account waits for approval; the page replaces it once the account is approved. */
export default function AwaitingApproval({ user, ...texts }: Props) {
  const ended = useDecision(user.id);
  const logout = useLogout();
  if (ended) {
    return (
      <AccessDenied
        description={ended}
        action={
          <Button onClick={() => void logout({ evenIfRefused: true })}>Back to sign in</Button>
        }
      />
    );
  }
  return (
    <AccessDenied
      {...texts}
      action={
        <ul className="flex max-w-sm flex-col gap-3 rounded-md border border-border bg-surface p-4 text-left">
          <Step icon={<CircleCheck aria-hidden="true" className="size-5 text-success" />}>
            <p className="font-medium text-text">Your request was sent to an administrator</p>
            <p className="mt-0.5 text-sm text-muted">
              You’re waiting for approval. This page opens automatically once your account is
              approved.
            </p>
          </Step>
          {!user.emailConfirmed && <ConfirmAddress email={user.email} />}
        </ul>
      }
    />
  );
}

function Step({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-px shrink-0">{icon}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}

function ConfirmAddress({ email }: { email: string }) {
  return (
    <Step icon={<MailWarning aria-hidden="true" className="size-5 text-warning" />}>
      <p className="font-medium text-text">Confirm your email address</p>
      <p className="mt-0.5 text-sm text-muted wrap-anywhere">
        Open the link in the email to {email} within 7 days, or your request is deleted.
      </p>
      <SendAgain className="mt-2" />
    </Step>
  );
}

/**
 * Follows the registration: an approval updates the signed-in user, and the page with it. Returns why the request
 * is no longer pending, once it is not.
 */
function useDecision(userId: number): string | undefined {
  const client = useQueryClient();
  const [ended, setEnded] = useState<string>();
  const isOver = useRef(false);

  useEffect(() => {
    const applyUser = (fresh: User) => {
      if (fresh.id === userId) updateCurrentUser(client, fresh);
    };
    const end = (reason: string) => {
      if (isOver.current) return;
      isOver.current = true;
      setEnded(reason);
      toast({ title: 'Session Terminated', description: reason, variant: 'destructive' });
    };
    const poll = () =>
      call(getCurrentUser).then(applyUser, (error: unknown) => {
        // Unreachable: the next poll may succeed.
        if (error instanceof ApiError && error.status === 401) end(gone);
      });
    const connection = createConnection({
      url: `${location.origin.replace(/^http/, 'ws')}/`,
      // The reason arrives before the close; if it was lost, the server is asked.
      onSignedOut: () => void poll(),
    });
    // A decision made before the connection was open has sent no event here.
    connection.on(ready, () => void poll());
    connection.on(userPermissionsUpdated, ({ user }) => applyUser(user));
    connection.on(forceLogout, ({ reason }) => end(reason ? `${reason}.` : gone));
    const timer = setInterval(() => void poll(), pollMs);
    const lookWhenVisible = () => {
      if (document.visibilityState === 'visible') void poll();
    };
    document.addEventListener('visibilitychange', lookWhenVisible);
    return () => {
      connection.close();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookWhenVisible);
    };
  }, [client, userId]);
  return ended;
}

const gone =
  'Your request is no longer pending: it was declined or deleted, or your session ended.';
