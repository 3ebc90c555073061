import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { SessionItem } from '../../../access/web/public.ts';
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
          <SessionItem
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
