import type { NoteText } from '../../contract.ts';

const prefix = 'forecourt-notes:';

/** What a note says on the server, as far as this browser knows; version 0 where it is not there yet. */
export type ServerNote = NoteText & { version: number };

export interface KeptEdit {
  id: string;
  base: ServerNote;
  text: NoteText;
  isPinned: boolean;
}

/** Words the server does not have yet, kept in this browser over a reload and without a line. */
export class KeptEdits {
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #draftKey: string;
  #isOver = false;

  constructor(storage: Storage, userId: number) {
    this.#storage = storage;
    this.#prefix = `${prefix}${userId}:`;
    this.#draftKey = `${prefix}${userId}/draft`;
  }

  /** What is being written into a note that was not added yet. */
  draft(): NoteText | null {
    return parse<NoteText>(this.#storage.getItem(this.#draftKey));
  }

  keepDraft(text: NoteText | null): void {
    if (!text) this.#storage.removeItem(this.#draftKey);
    else this.#write(this.#draftKey, text);
  }

  keep(edit: KeptEdit): void {
    this.#write(this.#prefix + edit.id, edit);
  }

  forget(id: string): void {
    this.#storage.removeItem(this.#prefix + id);
  }

  list(): KeptEdit[] {
    return this.#keys().flatMap((key) => parse<KeptEdit>(this.#storage.getItem(key)) ?? []);
  }

  /** The person signed out: nothing of theirs stays on a shared desk. */
  clear(): void {
    this.#isOver = true;
    for (const key of [...this.#keys(), this.#draftKey]) this.#storage.removeItem(key);
  }

  #write(key: string, value: object): void {
    if (this.#isOver) return;
    try {
      this.#storage.setItem(key, JSON.stringify(value));
    } catch {
      // Full or forbidden: the words are still on the screen, and saved as soon as there is a line.
    }
  }

  #keys(): string[] {
    const all = Array.from({ length: this.#storage.length }, (_, at) => this.#storage.key(at));
    return all.filter((key) => key !== null).filter((key) => key.startsWith(this.#prefix));
  }
}

function parse<T>(text: string | null): T | null {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    // Cut off in the middle of being written, by a crash: nothing to save.
    return null;
  }
}
