import { noteLimits } from '../../contract.ts';

const copySuffix = ' (copy)';

/** The title of a copy, within the limit. */
export const copyTitle = (title: string): string =>
  // The cut may split a character.
  title
    .trim()
    .slice(0, noteLimits.title - copySuffix.length)
    .toWellFormed() + copySuffix;
