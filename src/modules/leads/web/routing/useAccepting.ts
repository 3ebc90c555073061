import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { type LeadRouting, listLeadRouting, setAccepting } from '../../contract/settings.ts';

interface AcceptingChange {
  store: Store;
  userId: number;
  accepts: boolean;
}

/** Joins or pauses the rotation, optimistically; refetched if the server rejects it. */
export function useAccepting() {
  const client = useQueryClient();
  const key = queryKeyFor(listLeadRouting);
  const update = (store: Store, change: (routing: LeadRouting) => LeadRouting) =>
    client.setQueryData<LeadRouting[]>(key, (routings) =>
      routings?.map((routing) => (routing.store === store ? change(routing) : routing)),
    );
  return useMutation({
    scope: { id: 'lead-routing' },
    mutationFn: ({ store, userId, accepts }: AcceptingChange) =>
      call(setAccepting, { params: { store, userId }, body: { accepts } }),
    onMutate: async ({ store, userId, accepts }) => {
      await client.cancelQueries({ queryKey: key });
      update(store, (routing) => ({
        ...routing,
        members: routing.members.map((one) => (one.id === userId ? { ...one, accepts } : one)),
      }));
    },
    onSuccess: (saved) => update(saved.store, () => saved),
    onError: (error) => {
      toastFailure(error, 'Couldn’t update lead rotation');
      return client.invalidateQueries({ queryKey: key });
    },
  });
}
