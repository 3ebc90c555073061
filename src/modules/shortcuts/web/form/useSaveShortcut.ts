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
import { refreshShortcuts } from '../list/useShortcutActions.ts';
import type { ShortcutForm } from './useShortcutForm.ts';

/** Creates the shortcut, or updates the version that was loaded. */
export function useSaveShortcut({ base, values, markRejected }: ShortcutForm, saved: () => void) {
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
    onError: async (failure) => {
      markRejected();
      if (failure instanceof ApiError && failure.status < 500) await refreshShortcuts(client);
    },
  });
  const cached = client.getQueryData<Shortcut[]>(queryKeyFor(listShortcuts));
  const newer = cached?.find(({ id }) => id === base?.id);
  const isStale = error instanceof ApiError && error.code === 'conflict' && base !== undefined;
  const fields = error instanceof ApiError ? error.fields : undefined;
  return {
    save: () => mutate(),
    isPending,
    fields,
    /** The version that someone else saved in the meantime. */
    newer: isStale && newer && newer.version !== base.version ? newer : undefined,
    /** An error that belongs to no single field. */
    failure: error && !isStale && !fields ? sentenceOf(error, fallbackMessage(base)) : undefined,
  };
}

const fallbackMessage = (base: Shortcut | undefined) =>
  base ? 'Failed to update Heimdall+ link' : 'Failed to create Heimdall+ link';
