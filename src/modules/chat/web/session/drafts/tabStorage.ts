import { blankDraft, type Draft, isBlank } from '../../store/drafts.ts';

const prefix = 'forecourt-drafts:';

interface Kept {
  draft: Draft;
  /** The server does not know it yet. */
  dirty: boolean;
}

/** The drafts of this tab over a reload, for the time the server does not know them. */
export class TabStorage {
  readonly #storage: Storage;
  readonly #name: string;
  #written = '';
  #isOver = false;

  constructor(storage: Storage, userId: number) {
    this.#storage = storage;
    this.#name = `${prefix}${userId}`;
  }

  read(): Map<string, Kept> {
    try {
      const kept: [string, Kept][] = JSON.parse(this.#storage.getItem(this.#name) ?? '[]');
      return new Map(
        kept.map(([key, { draft, dirty }]) => [key, { draft: { ...blankDraft, ...draft }, dirty }]),
      );
    } catch {
      // Of an earlier release, or cut off: the server has what was saved.
      return new Map();
    }
  }

  write(drafts: ReadonlyMap<string, Kept>): void {
    const kept = [...drafts].map(([key, { draft, dirty }]) => {
      // A file that was still on its way cannot come back: the page that held it is gone.
      const attachments = draft.attachments.filter(({ phase }) => phase === 'ready');
      return [key, { draft: { ...draft, attachments }, dirty }] as const;
    });
    const worth = kept.filter(([, { draft, dirty }]) => dirty || !isBlank(draft));
    const text = worth.length > 0 ? JSON.stringify(worth) : '';
    // The progress of an upload, say, changes nothing of this, many times a second.
    if (this.#isOver || text === this.#written) return;
    this.#written = text;
    try {
      if (text) this.#storage.setItem(this.#name, text);
      else this.#storage.removeItem(this.#name);
    } catch {
      // Full or forbidden: the server's copy has to do.
    }
  }

  /** The person signed out: what is still under way leaves no words behind on a shared desk. */
  clear(): void {
    this.#isOver = true;
    this.#storage.removeItem(this.#name);
  }
}
