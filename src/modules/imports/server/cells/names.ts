import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';

/** The ASCII letters of a text in lower case: `C.P.` is `cp`. */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** Finds the value of a cell by its letters, which are the keys of `values`; undefined if there is none. */
export const readerOf =
  <T>(values: Readonly<Record<string, T>>) =>
  (text: string): T | undefined =>
    Object.hasOwn(values, lettersOf(text)) ? values[lettersOf(text)] : undefined;

/** Whether a cell names this store, by its key or its display name. */
export const isStore = (text: string, store: Store): boolean =>
  [store, storeNames[store]].some((name) => lettersOf(text).startsWith(lettersOf(name)));
