import { blankDraft, type Draft, isBlank } from '../../store/drafts.ts';

const prefix = 'forecourt-drafts:';

interface StoredDraft {
  draft: Draft;
  /** Not saved on the server yet. */
  dirty: boolean;
}

/** Keeps this tab's drafts across reloads until the server has them. */
export class TabStorage {
  readonly #storage: Storage;
  readonly #name: string;
  #written = '';
  #isClosed = false;

  constructor(storage: Storage, userId: number) {
    this.#storage = storage;
    this.#name = `${prefix}${userId}`;
  }

  read(): Map<string, StoredDraft> {
    try {
      const entries: [string, StoredDraft][] = JSON.parse(
        this.#storage.getItem(this.#name) ?? '[]',
      );
      return new Map(
        entries.map(([key, { draft, dirty }]) => [
          key,
          { draft: { ...blankDraft, ...draft }, dirty },
        ]),
      );
    } catch {
      // From an earlier release, or truncated: the server has the saved version.
      return new Map();
    }
  }

  write(drafts: ReadonlyMap<string, StoredDraft>): void {
    const entries = [...drafts].map(([key, { draft, dirty }]) => {
      // Unfinished uploads cannot be restored: their file is gone with the page.
      const attachments = draft.attachments.filter(({ phase }) => phase === 'ready');
      return [key, { draft: { ...draft, attachments }, dirty }] as const;
    });
    const nonEmpty = entries.filter(([, { draft, dirty }]) => dirty || !isBlank(draft));
    const text = nonEmpty.length > 0 ? JSON.stringify(nonEmpty) : '';
    // Skips changes that are not stored, e.g. upload progress many times a second.
    if (this.#isClosed || text === this.#written) return;
    this.#written = text;
    try {
      if (text) this.#storage.setItem(this.#name, text);
      else this.#storage.removeItem(this.#name);
    } catch {
      // Storage is full or blocked: rely on the server's copy.
    }
  }

  /** Signed out: pending writes must not leave text behind on a shared computer. */
  clear(): void {
    this.#isClosed = true;
    this.#storage.removeItem(this.#name);
  }
}
