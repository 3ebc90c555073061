import type { Author } from '../../contract.ts';

export const nameOf = ({ firstName, lastName }: Pick<Author, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;
