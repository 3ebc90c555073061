import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useId } from 'react';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Switch } from '../../../platform/web/ui/Switch.tsx';
import { readOwnPassword, setOwnPassword } from '../contract.ts';
import { toastFailure } from './state/failure.ts';

/** The setting whether a password set by an administrator must be changed at the next sign-in. */
export function OwnPasswordCard() {
  const id = useId();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(queryOptionsFor(readOwnPassword));
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (required: boolean) => call(setOwnPassword, { body: { required } }),
    onSuccess: (saved) => client.setQueryData(queryKeyFor(readOwnPassword), saved),
    onError: (failure) => toastFailure(failure, 'Couldn’t save the password rule. Try again.'),
  });
  return (
    <section aria-labelledby={id} className="mt-4 rounded-md border border-border bg-surface">
      <div className="flex min-h-14 items-center gap-3 border-b border-border px-4 py-2.5">
        <KeyRound aria-hidden className="size-4 shrink-0 text-muted" />
        <h2 id={id} className="text-base font-semibold text-text">
          Passwords Set by Administrators
        </h2>
      </div>
      <div className="p-4">
        {data ? (
          <Switch
            label="Require a new password at the next sign-in"
            hint="People must change a password set by an administrator before they can do anything else."
            checked={isPending ? variables : data.required}
            onCheckedChange={(required) => !isPending && mutate(required)}
          />
        ) : error ? (
          <NotLoaded isInline what="this setting" error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-12" />
        )}
      </div>
    </section>
  );
}
