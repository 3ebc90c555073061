import { useState } from 'react';
import { isSafeLink, linkRule } from '../../contract/links.ts';
import { newShortcut, type Shortcut, titleAndUrlRequired } from '../../contract.ts';

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
export type ShortcutForm = ReturnType<typeof useShortcutForm>;

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
