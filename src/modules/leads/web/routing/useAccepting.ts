import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { type LeadRouting, listLeadRouting, setAccepting } from '../../contract/settings.ts';
import { toastFailure } from '../labels.ts';

interface Turn {
  store: Store;
  userId: number;
  accepts: boolean;
}

/** Lets somebody take part in the turns, or pause; at once on this screen, and back where the server refuses. */
export function useAccepting(onSaved?: (desk: LeadRouting) => void) {
  const client = useQueryClient();
  const key = queryKeyFor(listLeadRouting);
  const update = (store: Store, change: (desk: LeadRouting) => LeadRouting) =>
    client.setQueryData<LeadRouting[]>(key, (desks) =>
      desks?.map((desk) => (desk.store === store ? change(desk) : desk)),
    );
  return useMutation({
    scope: { id: 'lead-desks' },
    mutationFn: ({ store, userId, accepts }: Turn) =>
      call(setAccepting, { params: { store, userId }, body: { accepts } }),
    onMutate: async ({ store, userId, accepts }) => {
      await client.cancelQueries({ queryKey: key });
      update(store, (desk) => ({
        ...desk,
        members: desk.members.map((one) => (one.id === userId ? { ...one, accepts } : one)),
      }));
    },
    onSuccess: (saved) => {
      update(saved.store, () => saved);
      onSaved?.(saved);
    },
    onError: (error) => {
      toastFailure(error, 'Not changed');
      return client.invalidateQueries({ queryKey: key });
    },
  });
}
