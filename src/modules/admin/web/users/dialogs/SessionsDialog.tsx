import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { SessionItem } from '../../../../access/web/public.ts';
import type { User } from '../../../../people/contract.ts';
import { endUserSession, listUserSessions } from '../../../contract.ts';
import { fullName } from '../../rules/labels.ts';
import { toastFailure } from '../../state/failure.ts';

interface Props {
  user: User;
  open: boolean;
  close: () => void;
}

/** The sessions of a user, with an action to end each. */
export function SessionsDialog({ user, open, close }: Props) {
  const client = useQueryClient();
  const request = { params: { id: user.id } };
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listUserSessions, request),
    staleTime: 0,
  });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (sessionId: string) => call(endUserSession, { params: { id: user.id, sessionId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyFor(listUserSessions, request) }),
    onError: (error) => toastFailure(error, 'Couldn’t end session. Try again.'),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      title="Sessions"
      description={`Where ${fullName(user)} is signed in now.`}
      footer={<Button onClick={close}>Close</Button>}
    >
      {error && <NotLoaded isInline what="sessions" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-14" />}
      {data?.length === 0 && (
        <EmptyState icon={MonitorSmartphone} title="Not signed in anywhere" className="py-4!" />
      )}
      {data && data.length > 0 && (
        <ul className="divide-y divide-border">
          {data.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              pending={isPending && variables === session.id}
              onEnd={() => mutate(session.id)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
