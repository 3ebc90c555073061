import {
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import {
  deleteShortcut,
  listShortcuts,
  orderShortcuts,
  restoreShortcut,
  type Shortcut,
} from '../../contract.ts';

const key = queryKeyFor(listShortcuts);

export const refreshShortcuts = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: key });

const orderKey = ['heimdall-order'];

/** Those that are not among the ids come last. */
function inOrder(links: readonly Shortcut[], ids: readonly number[]): Shortcut[] {
  const places = new Map(ids.map((id, at) => [id, at]));
  const placeOf = ({ id }: Shortcut) => places.get(id) ?? ids.length;
  return links.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The list in the order that is being saved: one that was loaded meanwhile may have the order before. */
export function useOrdered(links: readonly Shortcut[]): readonly Shortcut[] {
  const orders = useMutationState({
    filters: { mutationKey: orderKey, status: 'pending' },
    select: ({ state }) => state.variables as number[],
  });
  const latest = orders.at(-1);
  return latest ? inOrder(links, latest) : links;
}

/** Actions on a row of the list, applied optimistically and rolled back on failure. */
export function useShortcutActions() {
  const client = useQueryClient();
  const show = (change: (current: Shortcut[]) => Shortcut[]) => {
    // A refetch that is already running must not overwrite this change.
    void client.cancelQueries({ queryKey: key });
    client.setQueryData<Shortcut[]>(key, (current) => current && change(current));
  };
  const failed = (fallback: string) => (error: unknown) => {
    toastError(error, fallback);
    void refreshShortcuts(client);
  };
  const order = useMutation({
    mutationKey: orderKey,
    scope: { id: 'heimdall-order' },
    mutationFn: (ids: number[]) => call(orderShortcuts, { body: { ids } }),
    onSuccess: (saved) => {
      show(() => saved);
      void refreshShortcuts(client);
    },
    onError: failed('Couldn’t save the new order. Try again.'),
  });
  const restore = useMutation({
    mutationFn: ({ id }: Shortcut) => call(restoreShortcut, { params: { shortcutId: id } }),
    onSuccess: () => void refreshShortcuts(client),
    onError: failed('Couldn’t restore the shortcut. Try again.'),
  });
  const remove = useMutation({
    mutationFn: ({ id }: Shortcut) => call(deleteShortcut, { params: { shortcutId: id } }),
    onMutate: ({ id }) => show((current) => current.filter((item) => item.id !== id)),
    onSuccess: (_, shortcut) =>
      toast({
        title: 'Shortcut deleted',
        description: shortcut.title,
        action: { label: 'Undo', onClick: () => restore.mutate(shortcut) },
      }),
    onError: failed('Couldn’t delete the shortcut. Try again.'),
  });
  return { order: order.mutate, remove: remove.mutate };
}
