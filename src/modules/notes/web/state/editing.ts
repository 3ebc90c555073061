import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { retryWaitMs } from '../../../../platform/web/network/backoff.ts';
import { type Note, type NoteText, required } from '../../contract.ts';
import type { LocalEdits, ServerNote } from './localEdits.ts';
import { mergeNotes } from './merge.ts';

const saveAfterMs = 800;

/**
 * `saved`: on the server. `waiting`: saved after the next pause. `retrying`: the last save failed and is
 * retried. `conflict`: someone changed the same lines; the user decides. `rejected`: cannot be saved as it
 * is. `gone`: the note no longer exists for this user.
 */
export type Phase = 'saved' | 'waiting' | 'saving' | 'retrying' | 'conflict' | 'rejected' | 'gone';

export interface EditingState {
  phase: Phase;
  text: NoteText;
  /** The last known server version; version 0 if there is none yet. */
  base: ServerNote;
  /** In a conflict: the other version. */
  theirs: Note | null;
  /** Why it cannot be saved, for the user. */
  problem: string | null;
}

export interface NoteTransport {
  create(id: string, text: NoteText, isPinned: boolean): Promise<Note>;
  save(id: string, text: NoteText, version: number): Promise<Note>;
  get(id: string): Promise<Note>;
}

export interface EditingOptions {
  id: string;
  base: ServerNote;
  isPinned: boolean;
  transport: NoteTransport;
  localEdits: LocalEdits;
  clock: { after(ms: number, callback: () => void): () => void; random(): number };
  /** Called after every save. */
  onSaved(note: Note): void;
  /** Called when the note is gone while it has unsaved text. */
  onLost(text: NoteText): void;
  /** Called after every change of the state. */
  onState(): void;
}

/** Syncs one note with the server without losing input or overwriting anyone. */
export class NoteEditing {
  readonly id: string;
  readonly #options: EditingOptions;
  readonly #watchers = new Set<() => void>();
  #state: EditingState;
  #cancel: () => void = () => {};
  #failures = 0;
  #isBusy = false;

  constructor(options: EditingOptions) {
    const { version: _, ...text } = options.base;
    this.id = options.id;
    this.#options = options;
    this.#state = { phase: 'saved', text, base: options.base, theirs: null, problem: null };
  }

  state = (): EditingState => this.#state;

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  isDirty(): boolean {
    const { text, base, phase } = this.#state;
    if (phase === 'gone') return false;
    return phase === 'conflict' || base.version === 0 || !isSameText(text, base);
  }

  edit(change: Partial<NoteText>): void {
    const text = { ...this.#state.text, ...change };
    this.#set({ text, problem: null, phase: this.#failures > 0 ? 'retrying' : 'waiting' });
    if (!this.isDirty() && !this.#isBusy) {
      this.#markSaved();
      return;
    }
    this.#storeLocally();
    this.#saveAfter(saveAfterMs);
  }

  /** Saves now instead of after the pause or retry delay. */
  flush(): void {
    if (['waiting', 'retrying'].includes(this.#state.phase)) void this.#save();
  }

  /** Handles a published version. An unchanged editor loads it; a dirty one merges it on its next save. */
  async receive(version: number): Promise<void> {
    if (this.#watchers.size === 0 || this.isDirty() || this.#isBusy) return;
    if (version <= this.#state.base.version) return;
    try {
      const note = await this.#options.transport.get(this.id);
      if (!this.isDirty()) this.follow(note);
    } catch (error) {
      // Offline: the next event from the server triggers it again.
      if (error instanceof ApiError && error.status === 404) this.lose();
    }
  }

  /** Applies the server's version unless there are unsaved changes. */
  follow(note: Note): void {
    if (this.isDirty() || note.version < this.#state.base.version) return;
    this.#set({ text: textOf(note), base: serverTextOf(note), phase: 'saved' });
  }

  /** The note is gone for this user: passes unsaved text on. */
  lose(): void {
    if (this.#state.phase === 'gone') return;
    const { text } = this.#state;
    const hasUnsavedText = this.isDirty() && Boolean(text.title.trim() && text.content.trim());
    this.#cancel();
    this.#options.localEdits.remove(this.id);
    this.#set({ phase: 'gone' });
    if (hasUnsavedText) this.#options.onLost(text);
  }

  /** Resolves a conflict with the other version, or with both versions labeled by author. */
  resolve(how: 'theirs' | { bothUnder: string }): void {
    const { theirs, text, base } = this.#state;
    if (!theirs) return;
    const chosen =
      how === 'theirs' ? textOf(theirs) : mergeNotes(base, text, theirs, how.bothUnder).text;
    this.#set({ text: chosen, base: serverTextOf(theirs), theirs: null, phase: 'waiting' });
    if (!this.isDirty()) {
      this.#markSaved();
      return;
    }
    this.#storeLocally();
    void this.#save();
  }

  stop(): void {
    this.#cancel();
    this.#watchers.clear();
  }

  /** One save at a time, so that saves never arrive out of order. */
  async #save(): Promise<void> {
    const { transport } = this.#options;
    const { text, base } = this.#state;
    this.#cancel();
    if (this.#isBusy) return;
    if (!text.title.trim() || !text.content.trim())
      return this.#set({ phase: 'rejected', problem: required });
    this.#isBusy = true;
    this.#set({ phase: 'saving' });
    try {
      const note = await (base.version === 0
        ? transport.create(this.id, text, this.#options.isPinned)
        : transport.save(this.id, text, base.version));
      this.#isBusy = false;
      this.#onSaveSucceeded(note);
    } catch (error) {
      this.#isBusy = false;
      await this.#onSaveFailed(error);
    }
  }

  #onSaveSucceeded(note: Note): void {
    this.#failures = 0;
    this.#set({ base: serverTextOf(note) });
    if (this.isDirty()) this.#saveAfter(saveAfterMs, 'waiting');
    else this.#markSaved();
    this.#options.onSaved(note);
  }

  async #onSaveFailed(error: unknown): Promise<void> {
    const { status = 0, code } = error instanceof ApiError ? error : {};
    if (status === 409) return this.#mergeWithServer();
    const isRefused = code !== 'password_change_required' && [403, 404].includes(status);
    // A new note cannot be gone: its author may not write notes now.
    if (isRefused && this.#state.base.version > 0) return this.lose();
    if (isRefused || [400, 413].includes(status)) {
      const problem = (error as ApiError).sentence;
      return this.#set({ phase: 'rejected', problem });
    }
    this.#failures += 1;
    const wait = retryWaitMs(this.#failures, this.#options.clock.random());
    this.#saveAfter(wait, 'retrying');
  }

  /** A newer version exists: merges both, or reports a conflict. */
  async #mergeWithServer(): Promise<void> {
    try {
      const theirs = await this.#options.transport.get(this.id);
      const { base, text } = this.#state;
      const merged = mergeNotes(base, text, theirs, theirs.updatedBy.name);
      if (!merged.isClean) return this.#set({ phase: 'conflict', theirs });
      this.#set({ text: merged.text, base: serverTextOf(theirs) });
      if (!this.isDirty()) return this.#markSaved();
      this.#storeLocally();
      this.#saveAfter(0, 'waiting');
    } catch (error) {
      await this.#onSaveFailed(error);
    }
  }

  #markSaved(): void {
    this.#cancel();
    this.#options.localEdits.remove(this.id);
    this.#set({ phase: 'saved', problem: null });
  }

  #storeLocally(): void {
    const { text, base } = this.#state;
    this.#options.localEdits.save({ id: this.id, text, base, isPinned: this.#options.isPinned });
  }

  #saveAfter(ms: number, phase: Phase = this.#state.phase): void {
    this.#cancel();
    this.#cancel = this.#options.clock.after(ms, () => void this.#save());
    this.#set({ phase });
  }

  #set(change: Partial<EditingState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onState();
    for (const watcher of [...this.#watchers]) watcher();
  }
}

export const textOf = ({ title, content, color, tags }: NoteText): NoteText => ({
  title,
  content,
  color,
  tags,
});
export const serverTextOf = (note: NoteText & { version: number }): ServerNote => ({
  ...textOf(note),
  version: note.version,
});

/** Ignores blanks around the title, which the server trims. */
export const isSameText = (one: NoteText, other: NoteText): boolean =>
  one.title.trim() === other.title.trim() &&
  one.content === other.content &&
  one.color === other.color &&
  one.tags.join('\n') === other.tags.join('\n');
