import { permits } from '../../../platform/contract/access.ts';
import { invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { FileRow, ImportField, ImportKind } from './kinds.ts';

export type Mapping = readonly (string | null)[];

/** The fields this user may import. */
export const fieldsFor = ({ fields }: ImportKind, actor: Actor): readonly ImportField[] =>
  fields.filter(({ access }) => !access || permits(access, actor));

/** A field for each column, none of them twice: `First Name`, `first_name` and `firstName` are the same. */
export function proposeMapping(
  fields: readonly ImportField[],
  header: readonly string[],
): (string | null)[] {
  const found = header.map((heading) => {
    const plain = heading.toLowerCase().replace(/[^a-z0-9]/g, '');
    return fields.find(({ headings }) => headings.includes(plain))?.name ?? null;
  });
  return found.map((field, index) => (found.indexOf(field) === index ? field : null));
}

/** Throws if the mapping is not valid for this file and user. */
export function assertMapping(
  mapping: Mapping,
  header: readonly string[],
  fields: readonly ImportField[],
): void {
  if (mapping.length !== header.length)
    throw invalid('Map each column to a field, or skip it.', {
      mapping: 'Has a wrong length',
    });
  const chosen = mapping.filter((field) => field !== null);
  if (new Set(chosen).size < chosen.length)
    throw invalid('Two columns are mapped to the same field.', {
      mapping: 'Use each field only once',
    });
  if (!areAllowed(mapping, fields))
    throw invalid('A column is mapped to an unknown field.', {
      mapping: 'Choose one of the fields',
    });
}

export const areAllowed = (mapping: Mapping, fields: readonly ImportField[]): boolean =>
  mapping.every((field) => field === null || fields.some(({ name }) => name === field));

/** Returns a function that reads a row by field. */
export function rowReader(mapping: Mapping) {
  const columnByField = new Map(mapping.map((field, at) => [field, at]));
  return ({ row, cells }: { row: number; cells: readonly string[] }): FileRow => ({
    row,
    cell: (field) => cells[columnByField.get(field) ?? -1]?.trim() ?? '',
  });
}
