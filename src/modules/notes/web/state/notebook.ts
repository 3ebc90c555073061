import { createWatchers } from '../../../../platform/web/state/createStore.ts';
import type { Note, NoteText } from '../../contract.ts';
import { type EditingOptions, NoteEditing, serverTextOf } from './editing.ts';
import type { LocalEdit, ServerNote } from './localEdits.ts';
import { copyTitle } from './names.ts';
import type { NoteLocks } from './noteLocks.ts';

interface Options extends Pick<EditingOptions, 'transport' | 'localEdits' | 'clock'> {
  locks: NoteLocks;
  /** Called after a save: cached lists are out of date. */
  onChanged(): void;
  /** Called when unsaved text was saved as a new note because its note is gone. */
  onRescued(): void;
}

interface EditingInit {
  id: string;
  base: ServerNote;
  isPinned: boolean;
  release?: () => void;
}

const blank: ServerNote = { title: '', content: '', color: 'yellow', tags: [], version: 0 };

/** The notes being edited; saving continues after their view is closed. */
export class Notebook {
  readonly #options: Options;
  readonly #editings = new Map<string, NoteEditing>();
  readonly #watchers = createWatchers();
  #unsent: readonly NoteEditing[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Opens a note, including edits that are not saved yet. */
  open(note: Note): NoteEditing {
    const existing = this.#editings.get(note.id);
    if (!existing || existing.state().phase === 'gone') {
      return this.#startEditing({ id: note.id, base: serverTextOf(note), isPinned: note.isPinned });
    }
    existing.follow(note);
    return existing;
  }

  find(id: string): NoteEditing | undefined {
    return this.#editings.get(id);
  }

  /** Adds a note; it is sent to the server as soon as possible. */
  add(text: NoteText, { isPinned = false } = {}): NoteEditing {
    const editing = this.#startEditing({ id: crypto.randomUUID(), base: blank, isPinned });
    editing.edit(text);
    editing.flush();
    return editing;
  }

  /** The draft of a note that has not been added yet; null if there is none. */
  draft(): NoteText | null {
    return this.#options.localEdits.draft();
  }

  saveDraft(text: NoteText | null): void {
    this.#options.localEdits.saveDraft(text);
  }

  /** Resumes edits that an earlier page of this browser could not save. */
  resume(): void {
    for (const edit of this.#options.localEdits.list()) {
      if (this.#editings.has(edit.id)) continue;
      this.#options.locks.tryAcquire(edit.id, (release) => this.#resumeEdit(edit, release));
    }
  }

  /** New notes that are not on the server yet. */
  unsent = (): readonly NoteEditing[] => this.#unsent;

  watch = (watcher: () => void): (() => void) => this.#watchers.watch(watcher);

  receiveChange(id: string, version: number): void {
    void this.#editings.get(id)?.receive(version);
  }

  receiveGone(id: string): void {
    this.#editings.get(id)?.lose();
  }

  /** Events may have been missed while disconnected, so every note is refreshed. */
  catchUp(): void {
    this.flush();
    for (const editing of this.#editings.values()) void editing.receive(Number.POSITIVE_INFINITY);
  }

  flush(): void {
    for (const editing of this.#editings.values()) editing.flush();
  }

  stop(): void {
    for (const editing of this.#editings.values()) editing.stop();
    this.#editings.clear();
  }

  #resumeEdit({ id, base, text, isPinned }: LocalEdit, release: () => void): void {
    const editing = this.#startEditing({ id, base, isPinned, release });
    editing.edit(text);
    editing.flush();
  }

  #startEditing({ id, base, isPinned, release }: EditingInit): NoteEditing {
    const { transport, localEdits, clock, onChanged } = this.#options;
    const editing: NoteEditing = new NoteEditing({
      id,
      base,
      isPinned,
      transport,
      localEdits,
      clock,
      onSaved: onChanged,
      onLost: (text) => this.#rescue(text),
      onState: this.#lockWhileDirty(id, () => editing.isDirty(), release),
    });
    this.#editings.set(id, editing);
    return editing;
  }

  /** Locks the note against other tabs while it has unsaved changes. */
  #lockWhileDirty(id: string, isDirty: () => boolean, acquired?: () => void): () => void {
    let release = acquired;
    return () => {
      if (isDirty()) release ??= this.#options.locks.acquire(id);
      else {
        release?.();
        release = undefined;
      }
      this.#updateUnsent();
    };
  }

  #rescue(text: NoteText): void {
    this.add({ ...text, title: copyTitle(text.title) });
    this.#options.onRescued();
  }

  #updateUnsent(): void {
    const unsent = [...this.#editings.values()].filter(
      (editing) => editing.state().base.version === 0,
    );
    const isSame =
      unsent.length === this.#unsent.length &&
      unsent.every((editing, at) => editing === this.#unsent[at]);
    if (isSame) return;
    this.#unsent = unsent;
    this.#watchers.notify();
  }
}
