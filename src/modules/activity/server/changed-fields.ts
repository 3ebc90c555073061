import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

const secret = /password|token|secret|hash|cookie/i;

/** The fields that differ, on both sides; null for a side that does not exist. */
export function changedFields(
  before: object | null,
  after: object | null,
): { before: Fields | null; after: Fields | null } {
  const [old, fresh] = [{ ...before } as Fields, { ...after } as Fields];
  const changed = (name: string) =>
    !secret.test(name) && !isDeepStrictEqual(old[name], fresh[name]);
  return { before: before && pick(old, changed), after: after && pick(fresh, changed) };
}

function pick(fields: Fields, matches: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => matches(name)));
}
