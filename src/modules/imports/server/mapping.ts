import { permits } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { invalid } from '../../../platform/server/http/errors.ts';
import type { FileRow, ImportField, ImportKind } from './kinds.ts';

export type Mapping = readonly (string | null)[];

/** What this person may bring in of a kind. */
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

/** Refuses what is no mapping of this file for this person. */
export function assertMapping(
  mapping: Mapping,
  header: readonly string[],
  fields: readonly ImportField[],
): void {
  if (mapping.length !== header.length)
    throw invalid('Each column of the file needs a field, or none.', {
      mapping: 'Has a wrong length',
    });
  const chosen = mapping.filter((field) => field !== null);
  if (new Set(chosen).size < chosen.length)
    throw invalid('Two columns are the same field.', { mapping: 'Each field can be chosen once' });
  if (!areAllowed(mapping, fields))
    throw invalid('A column is something that cannot be brought in.', {
      mapping: 'Please choose one of the fields',
    });
}

export const areAllowed = (mapping: Mapping, fields: readonly ImportField[]): boolean =>
  mapping.every((field) => field === null || fields.some(({ name }) => name === field));

/** Reads rows of one file by what its columns are. */
export function rowReader(mapping: Mapping) {
  const places = new Map(mapping.map((field, at) => [field, at]));
  return ({ row, cells }: { row: number; cells: readonly string[] }): FileRow => ({
    row,
    cell: (field) => cells[places.get(field) ?? -1]?.trim() ?? '',
  });
}
