import type { ReadKind } from '../../contract/endpoint.ts';
import type { Actor } from './actor.ts';

/** Customer data that one call returned. */
export interface Read {
  actor: Actor;
  kind: ReadKind;
  /** Of the records in the response. */
  ids: readonly (number | string)[];
  /** One record that was opened, as opposed to a list. */
  isOne: boolean;
  /** Rows exported as a file. */
  exported: number;
  ip: string;
}

/** Counts reads of endpoints that declare `reads`. */
export interface ReadMeter {
  /** Throws `rate_limited` once the user has read more than is currently allowed. Called before a list is read. */
  check(actor: Actor): void;
  /** Called before the response is sent. */
  note(read: Read): Promise<void>;
}

/** The ids of the records in a response, however it groups them. */
export function idsIn(reply: unknown): (number | string)[] {
  if (Array.isArray(reply)) return reply.flatMap(idsIn);
  if (typeof reply !== 'object' || reply === null) return [];
  const { id } = reply as { id?: unknown };
  if (typeof id === 'number' || typeof id === 'string') return [id];
  return Object.values(reply).flatMap(idsIn);
}
