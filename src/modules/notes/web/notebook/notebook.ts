import type { Note, NoteText } from '../../contract.ts';
import { type EditingOptions, NoteEditing, serverTextOf } from './editing.ts';
import type { KeptEdit, ServerNote } from './kept.ts';
import type { NoteLocks } from './noteLocks.ts';

interface Options extends Pick<EditingOptions, 'transport' | 'kept' | 'clock'> {
  locks: NoteLocks;
  /** The server has something new: lists are out of date. */
  onChanged(): void;
  /** Words were kept as a note of one's own, because the note they belonged to is gone. */
  onRescued(): void;
}

interface Begun {
  id: string;
  base: ServerNote;
  isPinned: boolean;
  release?: () => void;
}

const nothing: ServerNote = { title: '', content: '', color: 'yellow', tags: [], version: 0 };

/** The notes a person writes in: they go on being saved when nothing shows them any more. */
export class Notebook {
  readonly #options: Options;
  readonly #editings = new Map<string, NoteEditing>();
  readonly #watchers = new Set<() => void>();
  #unsent: readonly NoteEditing[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** The note to read and write in; what was written here and not saved yet is in it. */
  open(note: Note): NoteEditing {
    const known = this.#editings.get(note.id);
    if (!known || known.state().phase === 'gone') {
      return this.#begin({ id: note.id, base: serverTextOf(note), isPinned: note.isPinned });
    }
    known.follow(note);
    return known;
  }

  find(id: string): NoteEditing | undefined {
    return this.#editings.get(id);
  }

  /** Adds a note: it is there at once, and with the server as soon as there is a line. */
  add(text: NoteText, { isPinned = false } = {}): NoteEditing {
    const editing = this.#begin({ id: crypto.randomUUID(), base: nothing, isPinned });
    editing.edit(text);
    editing.flush();
    return editing;
  }

  /** What is being written into a note that was not added yet; null forgets it. */
  draft(): NoteText | null {
    return this.#options.kept.draft();
  }

  keepDraft(text: NoteText | null): void {
    this.#options.kept.keepDraft(text);
  }

  /** Goes on with what an earlier page of this browser could not save. */
  resume(): void {
    for (const edit of this.#options.kept.list()) {
      if (this.#editings.has(edit.id)) continue;
      this.#options.locks.take(edit.id, (release) => this.#goOn(edit, release));
    }
  }

  /** New notes the server does not have yet. */
  unsent = (): readonly NoteEditing[] => this.#unsent;

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  receiveChange(id: string, version: number): void {
    void this.#editings.get(id)?.receive(version);
  }

  receiveGone(id: string): void {
    this.#editings.get(id)?.lose();
  }

  /** After a time without frames nobody knows what was missed. */
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

  #goOn({ id, base, text, isPinned }: KeptEdit, release: () => void): void {
    const editing = this.#begin({ id, base, isPinned, release });
    editing.edit(text);
    editing.flush();
  }

  #begin({ id, base, isPinned, release }: Begun): NoteEditing {
    const { transport, kept, clock, onChanged } = this.#options;
    const editing: NoteEditing = new NoteEditing({
      ...{ id, base, isPinned, transport, kept, clock },
      onSaved: onChanged,
      onLost: (text) => this.#rescue(text),
      onState: this.#guard(id, () => editing.isDirty(), release),
    });
    this.#editings.set(id, editing);
    return editing;
  }

  /** Holds the note against other tabs while something of it is not saved. */
  #guard(id: string, isDirty: () => boolean, taken?: () => void): () => void {
    let release = taken;
    return () => {
      if (isDirty()) release ??= this.#options.locks.hold(id);
      else {
        release?.();
        release = undefined;
      }
      this.#tell();
    };
  }

  #rescue(text: NoteText): void {
    const title = `${text.title.trim().slice(0, 190)} (copy)`;
    this.add({ ...text, title });
    this.#options.onRescued();
  }

  #tell(): void {
    const unsent = [...this.#editings.values()].filter((one) => one.state().base.version === 0);
    const isSame =
      unsent.length === this.#unsent.length && unsent.every((one, at) => one === this.#unsent[at]);
    if (isSame) return;
    this.#unsent = unsent;
    for (const watcher of [...this.#watchers]) watcher();
  }
}
