import { invalid } from '../../../../platform/server/errors.ts';

/** The sort position of a message: time in microseconds, then id. */
export interface Place {
  at: number;
  id: string;
}

export interface Cursor {
  place: Place;
  /** The index does not help: the search scans back in time step by step. */
  isWalking: boolean;
}

export const isNewer = (one: Place, other: Place) =>
  one.at === other.at ? one.id > other.id : one.at > other.at;

/** For PostgreSQL, with microseconds. */
export const timeOf = ({ at }: Place): string =>
  `${new Date(Math.floor(at / 1_000)).toISOString().slice(0, -1)}${String(at % 1_000).padStart(3, '0')}Z`;

export const writeCursor = ({ place, isWalking }: Cursor): string =>
  `${place.at}_${place.id}${isWalking ? '_w' : ''}`;

const form = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(_w)?$/;
/** The latest valid time. */
const maxAt = 8.64e15;

export function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  const [, at, id = '', walks] = form.exec(text) ?? [];
  if (!at || Number(at) > maxAt) throw invalid('This search page doesn’t exist.');
  return { place: { at: Number(at), id }, isWalking: walks !== undefined };
}
