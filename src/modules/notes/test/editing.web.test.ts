import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { type Note, type NoteText, noteLimits } from '../contract.ts';
import { textOf } from '../web/state/editing.ts';
import { LocalEdits } from '../web/state/localEdits.ts';
import { Notebook } from '../web/state/notebook.ts';
import { freeLocks } from '../web/state/noteLocks.ts';

const apiError = (status: number, code = 'conflict') =>
  new ApiError(status, '', JSON.stringify({ error: 'No', code }));
const me = { id: 1, name: 'Mia Moor' };
const other = { id: 2, name: 'Otto Orr' };
const savedText: NoteText = {
  title: 'Rack',
  content: 'one\ntwo\nthree',
  color: 'yellow',
  tags: [],
};

/** A minimal local storage. */
class FakeStorage
  implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
{
  readonly items = new Map<string, string>();
  get length() {
    return this.items.size;
  }
  key = (at: number) => [...this.items.keys()][at] ?? null;
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, text: string) => void this.items.set(key, text);
  removeItem = (key: string) => void this.items.delete(key);
}

/** A fake server, a notebook in a browser, and a manual clock. */
function createHarness(storage = new FakeStorage(), notes = new Map<string, Note>()) {
  const timers = new Set<{ ms: number; callback: () => void }>();
  const server = {
    isUp: true,
    calls: [] as string[],
    rescued: 0,
    /** What every write is refused with. */
    refusal: null as ApiError | null,
  };
  const assertOnline = () => {
    if (!server.isUp) throw new TypeError('offline');
    if (server.refusal) throw server.refusal;
  };
  const put = (id: string, text: NoteText, by = me): Note => {
    const version = (notes.get(id)?.version ?? 0) + 1;
    const at = '2026-11-20T12:00:00.000Z';
    const note: Note = {
      ...textOf(text),
      id,
      version,
      isPinned: false,
      owner: me,
      isOwn: true,
      shareCount: 0,
      createdAt: at,
      updatedAt: at,
      updatedBy: by,
      may: { edit: true, share: true, delete: true },
    };
    notes.set(id, note);
    return note;
  };
  const get = (id: string) => {
    const note = notes.get(id);
    if (!note) throw apiError(404);
    return note;
  };
  const notebook = new Notebook({
    localEdits: new LocalEdits(storage as unknown as Storage, 1),
    locks: freeLocks,
    onChanged: () => {},
    onRescued: () => {
      server.rescued += 1;
    },
    clock: {
      random: () => 1,
      after(ms, callback) {
        const timer = { ms, callback };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    transport: {
      async create(id, text) {
        server.calls.push('create');
        assertOnline();
        return notes.get(id) ?? put(id, text);
      },
      async save(id, text, version) {
        server.calls.push('save');
        assertOnline();
        if (get(id).version !== version) throw apiError(409);
        return put(id, text);
      },
      async get(id) {
        assertOnline();
        return get(id);
      },
    },
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    notebook,
    storage,
    notes,
    server,
    put,
    settle,
    /** Runs all timers and what they start. */
    async runTimers() {
      for (const timer of [...timers]) {
        timers.delete(timer);
        timer.callback();
      }
      await settle();
    },
  };
}

describe('editing', () => {
  it('is saved after a pause and reported as saved only then', async () => {
    const { notebook, put, runTimers, notes, server, storage } = createHarness();
    const editing = notebook.open(put('a', savedText));
    editing.edit({ content: 'o' });
    editing.edit({ content: 'on' });
    expect([editing.state().phase, storage.length]).toEqual(['waiting', 1]);
    await runTimers();
    expect([editing.state().phase, storage.length, server.calls]).toEqual(['saved', 0, ['save']]);
    expect(notes.get('a')?.content).toBe('on');
  });

  it('is stored in the browser while offline and saved when online', async () => {
    const first = createHarness();
    first.server.isUp = false;
    const editing = first.notebook.open(first.put('a', savedText));
    editing.edit({ content: 'typed on the lot' });
    await first.runTimers();
    expect(editing.state().phase).toBe('retrying');
    first.notebook.add({ ...savedText, title: 'New' });
    await first.settle();
    expect(first.notebook.unsent().map((editing) => editing.state().text.title)).toEqual(['New']);
    first.notebook.stop();

    const second = createHarness(first.storage, first.notes);
    second.notebook.resume();
    await second.settle();
    expect([...second.notes.values()].map(({ content }) => content).sort()).toEqual([
      'one\ntwo\nthree',
      'typed on the lot',
    ]);
    expect([second.storage.length, second.notebook.unsent()]).toEqual([0, []]);
  });

  it('creates a new note once even if the response is lost', async () => {
    const { notebook, notes, server, runTimers, settle } = createHarness();
    server.isUp = false;
    const editing = notebook.add(savedText);
    await settle();
    server.isUp = true;
    await runTimers();
    editing.edit({ content: 'more' });
    await runTimers();
    expect([notes.size, server.calls]).toEqual([1, ['create', 'create', 'save']]);
    expect([...notes.values()][0]?.content).toBe('more');
  });

  it('does not send a blank title and reports why', async () => {
    const { notebook, put, runTimers, server } = createHarness();
    const editing = notebook.open(put('a', savedText));
    editing.edit({ title: ' ' });
    await runTimers();
    expect(editing.state()).toMatchObject({
      phase: 'rejected',
      problem: 'Title and content are required',
    });
    expect(server.calls).toEqual([]);
  });

  it('leaves nothing in storage after sign-out', async () => {
    const { notebook, put, storage } = createHarness();
    notebook.open(put('a', savedText)).edit({ content: 'secret' });
    storage.setItem('forecourt-notes:2:b', '{}');
    const localEdits = new LocalEdits(storage as unknown as Storage, 1);
    localEdits.saveDraft(savedText);
    expect(localEdits.draft()).toEqual(savedText);
    localEdits.clear();
    localEdits.saveDraft(savedText);
    expect([...storage.items.keys()]).toEqual(['forecourt-notes:2:b']);
  });
});

describe('a change from another device', () => {
  it('to other lines is merged', async () => {
    const { notebook, put, runTimers, notes } = createHarness();
    const editing = notebook.open(put('a', savedText));
    put('a', { ...savedText, content: 'ONE\ntwo\nthree' }, other);
    editing.edit({ content: 'one\ntwo\nTHREE' });
    await runTimers();
    await runTimers();
    expect(notes.get('a')?.content).toBe('ONE\ntwo\nTHREE');
    expect([editing.state().phase, editing.state().text.content]).toEqual([
      'saved',
      'ONE\ntwo\nTHREE',
    ]);
  });

  it.each([
    ['theirs', 'one\nTHEIRS\nthree'],
    [{ bothUnder: 'Otto' }, 'one\n[Your version]\nMINE\n[Version from Otto]\nTHEIRS\nthree'],
  ] as const)('to the same line is a conflict, resolved by choice: %j', async (choice, content) => {
    const { notebook, put, runTimers, settle, notes } = createHarness();
    const editing = notebook.open(put('a', savedText));
    put('a', { ...savedText, content: 'one\nTHEIRS\nthree' }, other);
    editing.edit({ content: 'one\nMINE\nthree' });
    await runTimers();
    expect(editing.state()).toMatchObject({ phase: 'conflict', theirs: { updatedBy: other } });
    expect(notes.get('a')?.content).toBe('one\nTHEIRS\nthree');
    editing.resolve(choice);
    await settle();
    expect([editing.state().phase, notes.get('a')?.content]).toEqual(['saved', content]);
  });

  it('is loaded by a clean editor but not by a dirty one', async () => {
    const { notebook, put, settle } = createHarness();
    const editing = notebook.open(put('a', savedText));
    const stop = editing.watch(() => {});
    put('a', { ...savedText, content: 'theirs' }, other);
    notebook.receiveChange('a', 2);
    await settle();
    expect(editing.state().text.content).toBe('theirs');
    editing.edit({ content: 'mine' });
    put('a', { ...savedText, content: 'newer' }, other);
    notebook.receiveChange('a', 3);
    await settle();
    expect(editing.state().text.content).toBe('mine');
    stop();
  });

  it('that removes the note keeps unsaved text as a new note', async () => {
    const { notebook, put, settle, notes, server } = createHarness();
    const editing = notebook.open(put('a', savedText));
    editing.edit({ content: 'half written' });
    notes.delete('a');
    notebook.receiveGone('a');
    await settle();
    expect([editing.state().phase, server.rescued]).toEqual(['gone', 1]);
    expect([...notes.values()].map(({ title, content }) => [title, content])).toEqual([
      ['Rack (copy)', 'half written'],
    ]);
  });

  it('of the rights ends with one copy, which waits in the browser', async () => {
    const { notebook, put, settle, runTimers, server, storage } = createHarness();
    const editing = notebook.open(put('a', savedText));
    server.refusal = apiError(403, 'forbidden');
    editing.edit({ content: 'half written' });
    for (let turn = 0; turn < 5; turn++) await runTimers();
    await settle();
    expect([editing.state().phase, server.calls]).toEqual(['gone', ['save', 'create']]);
    expect(notebook.unsent().map((one) => one.state())).toMatchObject([
      { phase: 'rejected', problem: 'No', text: { content: 'half written' } },
    ]);
    expect(storage.length).toBe(1);
  });

  it('of the password lets a save wait until a new one is chosen', async () => {
    const { notebook, put, runTimers, server, notes } = createHarness();
    const editing = notebook.open(put('a', savedText));
    server.refusal = apiError(403, 'password_change_required');
    editing.edit({ content: 'half written' });
    await runTimers();
    expect([editing.state().phase, server.rescued]).toEqual(['retrying', 0]);
    server.refusal = null;
    await runTimers();
    expect([editing.state().phase, notes.get('a')?.content]).toEqual(['saved', 'half written']);
  });

  it('that removes the note cuts a copy’s title only where it is too long', async () => {
    const { notebook, put, settle, notes } = createHarness();
    const title = 'x'.repeat(noteLimits.title);
    const editing = notebook.open(put('a', { ...savedText, title }));
    editing.edit({ content: 'half written' });
    notes.delete('a');
    notebook.receiveGone('a');
    await settle();
    expect([...notes.values()].map((note) => note.title)).toEqual([`${'x'.repeat(193)} (copy)`]);
  });
});
