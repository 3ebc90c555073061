import { invalid } from '../../../../../platform/server/http/errors.ts';

/** Where a message stands among all: by its time, in microseconds, then by its id. */
export interface Place {
  at: number;
  id: string;
}

export interface Cursor {
  place: Place;
  /** A search for which the index is of no use: it goes back through time step by step. */
  isWalking: boolean;
}

export const isNewer = (one: Place, other: Place) =>
  one.at === other.at ? one.id > other.id : one.at > other.at;

/** As PostgreSQL reads it, to the microsecond. */
export const timeOf = ({ at }: Place): string =>
  `${new Date(Math.floor(at / 1_000)).toISOString().slice(0, -1)}${String(at % 1_000).padStart(3, '0')}Z`;

export const writeCursor = ({ place, isWalking }: Cursor): string =>
  `${place.at}_${place.id}${isWalking ? '_w' : ''}`;

const form = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(_w)?$/;
/** The latest time there is. */
const maxAt = 8.64e15;

export function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  const [, at, id = '', walks] = form.exec(text) ?? [];
  if (!at || Number(at) > maxAt) throw invalid('This page of the search does not exist.');
  return { place: { at: Number(at), id }, isWalking: walks !== undefined };
}
