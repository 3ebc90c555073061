import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import type { PersonSession } from '../../../access/contract.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '../../contract.ts';
import { Section } from '../Section.tsx';

/** The user's sessions, with actions to end them. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listOwnSessions),
    staleTime: 0,
  });
  const { mutate, isPending, variables } = useEndSessions((sessionId: string) =>
    call(endOwnSession, { params: { sessionId } }),
  );
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Section
      title="Sessions"
      description="Where you are signed in. End any session you don’t recognize, and change your password."
    >
      {!data && !error && <Skeleton className="h-14" />}
      {error && <NotLoaded isInline what="sessions" error={error} onRetry={refetch} />}
      <ul className="divide-y divide-border">
        {data?.map((session) => (
          <Session
            key={session.id}
            session={session}
            pending={isPending && variables === session.id}
            onEnd={() => mutate(session.id)}
          />
        ))}
      </ul>
      {others.length > 0 && <SignOutElsewhere />}
    </Section>
  );
}

function useEndSessions<T>(end: (target: T) => Promise<unknown>, onSettled?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyFor(listOwnSessions) }),
    onError: (error) => toastError(error, 'Couldn’t end session. Try again.'),
    onSettled,
  });
}

interface SessionProps {
  session: PersonSession;
  pending: boolean;
  onEnd: () => void;
}

function Session({ session, pending, onEnd }: SessionProps) {
  const { device, ip, lastSeenAt, isCurrent } = session;
  const lastSeen = new Date(lastSeenAt);
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-base font-medium text-text">
          <span className="truncate">{device}</span>
          {isCurrent && <Badge tone="success">This device</Badge>}
        </p>
        <p className="truncate text-xs text-muted" title={exactTime(lastSeen)}>
          {`${ip} · last seen ${relativeTime(lastSeen, new Date())}`}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" pending={pending} onClick={onEnd}>
          End session
        </Button>
      )}
    </li>
  );
}

function SignOutElsewhere() {
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending } = useEndSessions(
    () => call(endOtherSessions),
    () => setConfirming(false),
  );
  return (
    <>
      <Button className="mt-3" onClick={() => setConfirming(true)}>
        Sign out everywhere else
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Sign out everywhere else?"
        description="All your other sessions end immediately."
        confirmLabel="Sign out"
        danger
        pending={isPending}
        onConfirm={() => mutate(undefined)}
      />
    </>
  );
}
