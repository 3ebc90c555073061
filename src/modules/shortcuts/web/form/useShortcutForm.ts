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

/** What the form shows: the shortcut as it was read, and over it what was typed. */
export function useShortcutForm(shortcut: Shortcut | undefined) {
  const [base, setBase] = useState(shortcut);
  const [changes, setChanges] = useState<Partial<ShortcutValues>>({});
  const [attempt, setAttempt] = useState(0);
  const values = { ...(base ? valuesOf(base) : blank), ...changes };
  const problems = problemsOf(values);
  return {
    base,
    values,
    /** Counts the tries to save something wrong. */
    attempt,
    problems: attempt > 0 ? problems : {},
    isDirty: Object.keys(changes).length > 0,
    set: <Name extends keyof ShortcutValues>(name: Name, value: ShortcutValues[Name]) =>
      setChanges((known) => ({ ...known, [name]: value })),
    /** Goes on from the newer version; what was typed stays. */
    takeOver: setBase,
    /** Whether it may be sent; otherwise it says from now on what is wrong. */
    check(): boolean {
      if (Object.values(problems).every((problem) => !problem)) return true;
      setAttempt(attempt + 1);
      return false;
    },
    refuse: () => setAttempt(attempt + 1),
  };
}
export type ShortcutForm = ReturnType<typeof useShortcutForm>;

function valuesOf({ id: _id, version: _version, order: _order, ...values }: Shortcut) {
  return values;
}

function problemsOf({ title, url, isGlobal, ...lists }: ShortcutValues): Problems {
  const link = url.trim();
  const nobody = lists.roles.length + lists.departments.length + lists.stores.length === 0;
  return {
    title: title.trim() ? undefined : titleAndUrlRequired,
    url: link ? (isSafeLink(link) ? undefined : linkRule) : titleAndUrlRequired,
    roles: !isGlobal && nobody ? 'Choose at least one role, department or store' : undefined,
  };
}
