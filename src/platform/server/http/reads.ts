import type { ReadKind } from '../../contract/endpoint.ts';
import type { Actor } from './actor.ts';

/** What one call showed of customers' data. */
export interface Read {
  actor: Actor;
  kind: ReadKind;
  /** Of the records in the answer, without repetition of their meaning across kinds. */
  ids: readonly (number | string)[];
  /** One record that was opened, as opposed to some that were listed. */
  isOne: boolean;
  /** Rows that left as a file. */
  exported: number;
  ip: string;
}

/** Counts what people read, of the endpoints that declare `reads`. */
export interface ReadMeter {
  /** Throws `rate_limited` once the person has read more than is allowed for now. Asked before a list is read. */
  check(actor: Actor): void;
  /** Before the answer leaves. */
  note(read: Read): Promise<void>;
}

/** The ids of the records in an answer, however it groups them. */
export function idsIn(answer: unknown): (number | string)[] {
  if (Array.isArray(answer)) return answer.flatMap(idsIn);
  if (typeof answer !== 'object' || answer === null) return [];
  const { id } = answer as { id?: unknown };
  if (typeof id === 'number' || typeof id === 'string') return [id];
  return Object.values(answer).flatMap(idsIn);
}
