import { type Author, noteLimits } from '../../contract.ts';

export const nameOf = ({ firstName, lastName }: Pick<Author, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

const copySuffix = ' (copy)';

/** The title of a copy, within the limit. */
export const copyTitle = (title: string): string =>
  title.trim().slice(0, noteLimits.title - copySuffix.length) + copySuffix;
