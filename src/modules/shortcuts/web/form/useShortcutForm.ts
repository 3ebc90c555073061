import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { isSafeLink, linkRule } from '../../contract/links.ts';
import {
  createShortcut,
  listShortcuts,
  newShortcut,
  type Shortcut,
  titleAndUrlRequired,
  updateShortcut,
} from '../../contract.ts';
import { refreshShortcuts } from '../state/useShortcutActions.ts';

export type ShortcutValues = Omit<Shortcut, 'id' | 'version' | 'order'>;

const blank: ShortcutValues = {
  ...newShortcut,
  title: '',
  url: '',
  roles: [],
  departments: [],
  stores: [],
};

export type Problems = { [Name in keyof ShortcutValues]?: string | undefined };

/** The loaded shortcut, merged with unsaved changes. */
export function useShortcutForm(shortcut: Shortcut | undefined) {
  const [base, setBase] = useState(shortcut);
  const [changes, setChanges] = useState<Partial<ShortcutValues>>({});
  const [attempt, setAttempt] = useState(0);
  const values = { ...(base ? valuesOf(base) : blank), ...changes };
  const problems = problemsOf(values);
  return {
    base,
    values,
    /** Counts failed attempts to save. */
    attempt,
    problems: attempt > 0 ? problems : {},
    isDirty: Object.keys(changes).length > 0,
    set: <Name extends keyof ShortcutValues>(name: Name, value: ShortcutValues[Name]) =>
      setChanges((current) => ({ ...current, [name]: value })),
    /** Continues from the newer version; unsaved changes stay. */
    rebase: setBase,
    /** Whether it is valid; if not, its problems are shown from now on. */
    check(): boolean {
      if (Object.values(problems).every((problem) => !problem)) return true;
      setAttempt(attempt + 1);
      return false;
    },
    markRejected: () => setAttempt(attempt + 1),
  };
}
export type ShortcutFormState = ReturnType<typeof useShortcutForm>;

function valuesOf({ id: _id, version: _version, order: _order, ...values }: Shortcut) {
  return values;
}

function problemsOf({ title, url, isGlobal, ...lists }: ShortcutValues): Problems {
  const link = url.trim();
  const isEmpty = lists.roles.length + lists.departments.length + lists.stores.length === 0;
  return {
    title: title.trim() ? undefined : titleAndUrlRequired,
    url: link ? (isSafeLink(link) ? undefined : linkRule) : titleAndUrlRequired,
    roles: !isGlobal && isEmpty ? 'Choose at least one role, department or store' : undefined,
  };
}

/** Creates the shortcut, or updates the version that was loaded. */
export function useSaveShortcut(
  { base, values, markRejected }: ShortcutFormState,
  saved: () => void,
) {
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
