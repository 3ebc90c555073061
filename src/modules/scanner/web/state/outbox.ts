import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { asText, classify } from '../../contract/classify.ts';
import type { recordScan, Scan } from '../../contract.ts';

export type Unsent = RequestOf<typeof recordScan>['body'];

const prefixOf = (userId: number) => `forecourt-scans:${userId}:`;

/**
 * Scans that the server has not acknowledged; survives a reload. One storage entry per scan, so that two tabs of
 * the same user cannot overwrite each other's.
 */
export class ScanOutbox {
  readonly #storage: Storage;
  readonly #prefix: string;
  /** In-memory fallback when storage is full or unavailable. */
  readonly #unstored = new Map<string, Unsent>();

  constructor(storage: Storage, userId: number) {
    this.#storage = storage;
    this.#prefix = prefixOf(userId);
  }

  add(scan: Unsent): void {
    try {
      this.#storage.setItem(this.#prefix + scan.id, JSON.stringify(scan));
    } catch {
      this.#unstored.set(scan.id, scan);
    }
  }

  remove(id: string): void {
    this.#unstored.delete(id);
    this.#storage.removeItem(this.#prefix + id);
  }

  /** The unsent scans, oldest first. */
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
    // Truncated by a crash while writing: nothing to recover.
    return null;
  }
}

/** The scan as the server will return it. */
export function asScan(unsent: Unsent): Scan {
  const { id, text, format = null, source, scannedAt, overrideReason = null } = unsent;
  const reading = unsent.asText ? asText(text) : classify(text, format);
  return { id, ...reading, format, source, overrideReason, scannedAt };
}
