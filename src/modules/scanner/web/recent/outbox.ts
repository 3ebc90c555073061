import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { asText, classify } from '../../contract/classify.ts';
import type { recordScan, Scan } from '../../contract.ts';

export type Unsent = RequestOf<typeof recordScan>['body'];

const prefixOf = (userId: number) => `forecourt-scans:${userId}:`;

/**
 * Scans the server has not acknowledged, kept over a reload. One entry each: two tabs of one person share
 * the storage, and neither may write over what the other keeps.
 */
export class ScanOutbox {
  readonly #storage: Storage;
  readonly #prefix: string;
  /** Where the storage is full or forbidden, a scan is kept as long as the page. */
  readonly #unstored = new Map<string, Unsent>();

  constructor(storage: Storage, userId: number) {
    this.#storage = storage;
    this.#prefix = prefixOf(userId);
  }

  keep(scan: Unsent): void {
    try {
      this.#storage.setItem(this.#prefix + scan.id, JSON.stringify(scan));
    } catch {
      this.#unstored.set(scan.id, scan);
    }
  }

  forget(id: string): void {
    this.#unstored.delete(id);
    this.#storage.removeItem(this.#prefix + id);
  }

  /** What waits, the oldest first. */
  list(): Unsent[] {
    const keys = Array.from({ length: this.#storage.length }, (_, at) => this.#storage.key(at));
    const stored = keys.flatMap((key) =>
      key?.startsWith(this.#prefix) ? (parse(this.#storage.getItem(key)) ?? []) : [],
    );
    return [...stored, ...this.#unstored.values()].sort((a, b) =>
      a.scannedAt.localeCompare(b.scannedAt),
    );
  }
}

function parse(text: string | null): Unsent | null {
  try {
    return text ? (JSON.parse(text) as Unsent) : null;
  } catch {
    // Cut off in the middle of being written, by a crash: nothing to save.
    return null;
  }
}

/** How it will stand in the list once the server has it. */
export function asScan(unsent: Unsent): Scan {
  const { id, text, format = null, source, scannedAt, overrideReason = null } = unsent;
  const reading = unsent.asText ? asText(text) : classify(text, format);
  return { id, ...reading, format, source, overrideReason, scannedAt };
}
