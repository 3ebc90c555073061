import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
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

/** What is done to a row of the list; shown at once, and taken back where the server refuses. */
export function useShortcutActs() {
  const client = useQueryClient();
  const show = (change: (known: Shortcut[]) => Shortcut[]) => {
    // News that was asked for before must not undo what was done since.
    void client.cancelQueries({ queryKey: key });
    client.setQueryData<Shortcut[]>(key, (known) => known && change(known));
  };
  const failed = (fallback: string) => (error: unknown) => {
    toast({ title: 'Error', description: sentenceOf(error, fallback), variant: 'destructive' });
    void refreshShortcuts(client);
  };
  const order = useMutation({
    scope: { id: 'heimdall-order' },
    mutationFn: (ids: number[]) => call(orderShortcuts, { body: { ids } }),
    onMutate: (ids) =>
      show((known) => [...known].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))),
    onError: failed('Failed to save the order of the shortcuts'),
  });
  const restore = useMutation({
    mutationFn: ({ id }: Shortcut) => call(restoreShortcut, { params: { shortcutId: id } }),
    onSuccess: () => void refreshShortcuts(client),
    onError: failed('Failed to bring the shortcut back'),
  });
  const remove = useMutation({
    mutationFn: ({ id }: Shortcut) => call(deleteShortcut, { params: { shortcutId: id } }),
    onMutate: ({ id }) => show((known) => known.filter((one) => one.id !== id)),
    onSuccess: (_, shortcut) =>
      toast({
        title: 'Shortcut deleted',
        description: shortcut.title,
        action: { label: 'Undo', onClick: () => restore.mutate(shortcut) },
      }),
    onError: failed('Failed to delete the shortcut'),
  });
  return { order: order.mutate, remove: remove.mutate };
}
