import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { cleanVin } from '../../../vin/contract.ts';
import type { sightCar, WalkCar } from '../../contract/lot/walks.ts';

export type Unsent = RequestOf<typeof sightCar>['body'] & { label: string };

const prefixOf = (walkId: number, userId: number) => `forecourt-walk:${userId}:${walkId}:`;

function parse(text: string | null): Unsent | null {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    // Cut off in the middle of being written, by a crash: nothing to save.
    return null;
  }
}

/**
 * What was ticked and the server has not acknowledged, kept over a reload. One entry each: two tabs of one
 * person share the storage. Where that is full or forbidden, it is kept as long as the page.
 */
export function openOutbox(storage: Storage, walkId: number, userId: number) {
  const prefix = prefixOf(walkId, userId);
  const unstored = new Map<string, Unsent>();
  return {
    keep(one: Unsent): void {
      try {
        storage.setItem(prefix + one.clientId, JSON.stringify(one));
      } catch {
        unstored.set(one.clientId, one);
      }
    },
    forget(clientId: string): void {
      unstored.delete(clientId);
      storage.removeItem(prefix + clientId);
    },
    /** What waits, the oldest first. */
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

/** Whether a code means this car: its VIN, the last eight of it, or its stock number. */
export function isMeant(code: string, { vin, stockNumber }: Pick<WalkCar, 'vin' | 'stockNumber'>) {
  const plain = code.toUpperCase().replace(/[\s-]/g, '');
  return [vin.slice(-8), stockNumber.replaceAll('-', '')].includes(plain) || cleanVin(code) === vin;
}
