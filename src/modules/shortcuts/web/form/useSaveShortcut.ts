import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import {
  createShortcut,
  listShortcuts,
  newShortcut,
  type Shortcut,
  updateShortcut,
} from '../../contract.ts';
import { refreshShortcuts } from '../list/useShortcutActs.ts';
import type { ShortcutForm } from './useShortcutForm.ts';

/** Creates the shortcut, or changes it if it still is the one that was read. */
export function useSaveShortcut({ base, values, refuse }: ShortcutForm, saved: () => void) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      base
        ? call(updateShortcut, {
            params: { shortcutId: base.id },
            body: { ...values, version: base.version },
          })
        : call(createShortcut, { body: { ...values, order: newShortcut.order } }),
    onSuccess: async () => {
      await refreshShortcuts(client);
      saved();
    },
    onError: async (refusal) => {
      refuse();
      if (refusal instanceof ApiError && refusal.status < 500) await refreshShortcuts(client);
    },
  });
  const known = client.getQueryData<Shortcut[]>(queryKeyFor(listShortcuts));
  const newer = known?.find(({ id }) => id === base?.id);
  const isStale = error instanceof ApiError && error.code === 'conflict' && base !== undefined;
  const fields = error instanceof ApiError ? error.fields : undefined;
  return {
    save: () => mutate(),
    isPending,
    fields,
    /** What somebody else made of it meanwhile. */
    newer: isStale && newer && newer.version !== base.version ? newer : undefined,
    /** What is wrong with the whole of it, in a sentence. */
    failure: error && !isStale && !fields ? sentenceOf(error, failureOf(base)) : undefined,
  };
}

const failureOf = (base: Shortcut | undefined) =>
  base ? 'Failed to update Heimdall+ link' : 'Failed to create Heimdall+ link';
