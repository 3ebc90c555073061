import type { Reference } from '../../contract/fields.ts';

/** The id of a joined row, such as an employee, with its name; null where there is none. */
export const toReference = (id: number | null, name: string | null): Reference | null =>
  id === null ? null : { id, name: name ?? '' };
