import type { NoteText } from '../../contract.ts';

const prefix = 'forecourt-notes:';

/** A note's text on the server, as last seen by this browser; version 0 if it does not exist there yet. */
export type ServerNote = NoteText & { version: number };

export interface LocalEdit {
  id: string;
  base: ServerNote;
  text: NoteText;
  isPinned: boolean;
}

/** Unsaved edits, stored in this browser so that they survive reloads and offline periods. */
export class LocalEdits {
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #draftKey: string;
  #isCleared = false;

  constructor(storage: Storage, userId: number) {
    this.#storage = storage;
    this.#prefix = `${prefix}${userId}:`;
    this.#draftKey = `${prefix}${userId}/draft`;
  }

  /** The draft of a note that has not been added yet. */
  draft(): NoteText | null {
    return parse<NoteText>(this.#storage.getItem(this.#draftKey));
  }

  saveDraft(text: NoteText | null): void {
    if (!text) this.#storage.removeItem(this.#draftKey);
    else this.#write(this.#draftKey, text);
  }

  save(edit: LocalEdit): void {
    this.#write(this.#prefix + edit.id, edit);
  }

  remove(id: string): void {
    this.#storage.removeItem(this.#prefix + id);
  }

  list(): LocalEdit[] {
    return this.#keys().flatMap((key) => parse<LocalEdit>(this.#storage.getItem(key)) ?? []);
  }

  /** Called at sign-out: nothing stays behind on a shared computer. */
  clear(): void {
    this.#isCleared = true;
    for (const key of [...this.#keys(), this.#draftKey]) this.#storage.removeItem(key);
  }

  #write(key: string, value: object): void {
    if (this.#isCleared) return;
    try {
      this.#storage.setItem(key, JSON.stringify(value));
    } catch {
      // Storage is full or unavailable: the text is still in memory and is saved when online.
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
    // Truncated by a crash while writing: nothing to recover.
    return null;
  }
}
