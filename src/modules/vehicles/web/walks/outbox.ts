import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { cleanVin } from '../../../vin/contract.ts';
import type { recordSighting, WalkCar } from '../../contract/lot/walks.ts';

export type Unsent = RequestOf<typeof recordSighting>['body'] & { label: string };

const prefixOf = (walkId: number, userId: number) => `forecourt-walk:${userId}:${walkId}:`;

function parse(text: string | null): Unsent | null {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    // Truncated by a crash while writing: nothing to recover.
    return null;
  }
}

/**
 * Sightings the server has not acknowledged, kept across reloads. One entry each, because tabs of one user
 * share the storage. If it is full or blocked, they are kept in memory.
 */
export function openOutbox(storage: Storage, walkId: number, userId: number) {
  const prefix = prefixOf(walkId, userId);
  const unstored = new Map<string, Unsent>();
  return {
    add(one: Unsent): void {
      try {
        storage.setItem(prefix + one.clientId, JSON.stringify(one));
      } catch {
        unstored.set(one.clientId, one);
      }
    },
    remove(clientId: string): void {
      unstored.delete(clientId);
      storage.removeItem(prefix + clientId);
    },
    /** Unsent sightings, oldest first. */
    list(): Unsent[] {
      const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at));
      const stored = keys.flatMap((key) =>
        key?.startsWith(prefix) ? (parse(storage.getItem(key)) ?? []) : [],
      );
      return [...stored, ...unstored.values()].sort((a, b) => a.seenAt.localeCompare(b.seenAt));
    },
  };
}
export type Outbox = ReturnType<typeof openOutbox>;

/** Whether a code refers to this vehicle: VIN, its last eight, or stock number. */
export function matchesCode(
  code: string,
  { vin, stockNumber }: Pick<WalkCar, 'vin' | 'stockNumber'>,
) {
  const plain = code.toUpperCase().replace(/[\s-]/g, '');
  return [vin.slice(-8), stockNumber.replaceAll('-', '')].includes(plain) || cleanVin(code) === vin;
}
