import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { retryWaitMs } from '../../../../platform/web/realtime/backoff.ts';
import { type Note, type NoteText, required } from '../../contract.ts';
import type { KeptEdits, ServerNote } from './kept.ts';
import { mergeNotes } from './merge.ts';

const saveAfterMs = 800;

/**
 * `saved`: the server has it. `waiting`: saved after the next pause. `retrying`: it could not be saved, and
 * is tried again. `disputed`: somebody changed the same lines; the person decides. `refused`: it cannot be
 * saved as it is. `gone`: the note is no longer there for this person.
 */
export type Phase = 'saved' | 'waiting' | 'saving' | 'retrying' | 'disputed' | 'refused' | 'gone';

export interface EditingState {
  phase: Phase;
  text: NoteText;
  /** What the server has as far as is known here; version 0: nothing yet. */
  base: ServerNote;
  /** In a dispute: the version that came in between. */
  theirs: Note | null;
  /** Why it cannot be saved, as a sentence. */
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
  kept: KeptEdits;
  clock: { after(ms: number, act: () => void): () => void; random(): number };
  /** Called with what the server has now, after every save. */
  onSaved(note: Note): void;
  /** The note is not to be had any more, and these words were not saved. */
  onLost(text: NoteText): void;
  /** Called after every change of the state. */
  onState(): void;
}

/** One note on its way between this browser and the server: nothing typed is lost, nobody is overwritten. */
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
    return phase === 'disputed' || base.version === 0 || !saysTheSame(text, base);
  }

  edit(change: Partial<NoteText>): void {
    const text = { ...this.#state.text, ...change };
    this.#set({ text, problem: null, phase: this.#failures > 0 ? 'retrying' : 'waiting' });
    if (!this.isDirty() && !this.#isBusy) {
      this.#settle();
      return;
    }
    this.#keep();
    this.#saveAfter(saveAfterMs);
  }

  /** Saves at once what waits for a pause or for the next try. */
  flush(): void {
    if (['waiting', 'retrying'].includes(this.#state.phase)) void this.#save();
  }

  /** The server told of a version. An editor nobody writes in follows it; the others meet it as they save. */
  async receive(version: number): Promise<void> {
    if (this.#watchers.size === 0 || this.isDirty() || this.#isBusy) return;
    if (version <= this.#state.base.version) return;
    try {
      const note = await this.#options.transport.get(this.id);
      if (!this.isDirty()) this.follow(note);
    } catch (error) {
      // Without a line: the next word from the server brings it.
      if (error instanceof ApiError && error.status === 404) this.lose();
    }
  }

  /** Shows what the server has now, unless something else is being written. */
  follow(note: Note): void {
    if (this.isDirty() || note.version < this.#state.base.version) return;
    this.#set({ text: textOf(note), base: serverTextOf(note), phase: 'saved' });
  }

  /** The note is no longer there for this person: what they wrote in it is handed on. */
  lose(): void {
    if (this.#state.phase === 'gone') return;
    const { text } = this.#state;
    const hasWords = this.isDirty() && Boolean(text.title.trim() && text.content.trim());
    this.#cancel();
    this.#options.kept.forget(this.id);
    this.#set({ phase: 'gone' });
    if (hasWords) this.#options.onLost(text);
  }

  /** Ends a dispute: with the other version as it is, or with both, named after whose they are, to go on writing. */
  resolve(how: 'theirs' | { bothUnder: string }): void {
    const { theirs, text, base } = this.#state;
    if (!theirs) return;
    const chosen =
      how === 'theirs' ? textOf(theirs) : mergeNotes(base, text, theirs, how.bothUnder).text;
    this.#set({ text: chosen, base: serverTextOf(theirs), theirs: null, phase: 'waiting' });
    if (!this.isDirty()) {
      this.#settle();
      return;
    }
    this.#keep();
    void this.#save();
  }

  stop(): void {
    this.#cancel();
    this.#watchers.clear();
  }

  /** One save at a time, so that an earlier one never arrives later. */
  async #save(): Promise<void> {
    const { transport } = this.#options;
    const { text, base } = this.#state;
    this.#cancel();
    if (this.#isBusy) return;
    if (!text.title.trim() || !text.content.trim())
      return this.#set({ phase: 'refused', problem: required });
    this.#isBusy = true;
    this.#set({ phase: 'saving' });
    try {
      const note = await (base.version === 0
        ? transport.create(this.id, text, this.#options.isPinned)
        : transport.save(this.id, text, base.version));
      this.#isBusy = false;
      this.#saved(note);
    } catch (error) {
      this.#isBusy = false;
      await this.#failed(error);
    }
  }

  #saved(note: Note): void {
    this.#failures = 0;
    this.#set({ base: serverTextOf(note) });
    if (this.isDirty()) this.#saveAfter(saveAfterMs, 'waiting');
    else this.#settle();
    this.#options.onSaved(note);
  }

  async #failed(error: unknown): Promise<void> {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 409) return this.#meet();
    if (status === 404 || status === 403) return this.lose();
    if ([400, 413].includes(status)) {
      const problem = (error as ApiError).sentence;
      return this.#set({ phase: 'refused', problem });
    }
    this.#failures += 1;
    const wait = retryWaitMs(this.#failures, this.#options.clock.random());
    this.#saveAfter(wait, 'retrying');
  }

  /** Somebody saved another version meanwhile: both are put together, or the person is asked. */
  async #meet(): Promise<void> {
    try {
      const theirs = await this.#options.transport.get(this.id);
      const { base, text } = this.#state;
      const merged = mergeNotes(base, text, theirs, theirs.updatedBy.firstName);
      if (!merged.isClean) return this.#set({ phase: 'disputed', theirs });
      this.#set({ text: merged.text, base: serverTextOf(theirs) });
      if (!this.isDirty()) return this.#settle();
      this.#keep();
      this.#saveAfter(0, 'waiting');
    } catch (error) {
      await this.#failed(error);
    }
  }

  #settle(): void {
    this.#cancel();
    this.#options.kept.forget(this.id);
    this.#set({ phase: 'saved', problem: null });
  }

  #keep(): void {
    const { text, base } = this.#state;
    this.#options.kept.keep({ id: this.id, text, base, isPinned: this.#options.isPinned });
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
  ...{ title, content, color, tags },
});
export const serverTextOf = (note: NoteText & { version: number }): ServerNote => ({
  ...textOf(note),
  version: note.version,
});

/** The server drops the blanks around a title. */
export const saysTheSame = (one: NoteText, other: NoteText): boolean =>
  one.title.trim() === other.title.trim() &&
  one.content === other.content &&
  one.color === other.color &&
  one.tags.join('\n') === other.tags.join('\n');
