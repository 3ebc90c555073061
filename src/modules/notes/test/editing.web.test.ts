import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import type { Note, NoteText } from '../contract.ts';
import { textOf } from '../web/notebook/editing.ts';
import { KeptEdits } from '../web/notebook/kept.ts';
import { Notebook } from '../web/notebook/notebook.ts';
import { freeLocks } from '../web/notebook/noteLocks.ts';

const refusal = (status: number) =>
  new ApiError(status, '', JSON.stringify({ error: 'No', code: 'conflict' }));
const me = { id: 1, firstName: 'Mia', lastName: 'Moor' };
const other = { id: 2, firstName: 'Otto', lastName: 'Orr' };
const words: NoteText = { title: 'Rack', content: 'one\ntwo\nthree', color: 'yellow', tags: [] };

/** Local storage, as far as it is used. */
class Shelf implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> {
  readonly items = new Map<string, string>();
  get length() {
    return this.items.size;
  }
  key = (at: number) => [...this.items.keys()][at] ?? null;
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, text: string) => void this.items.set(key, text);
  removeItem = (key: string) => void this.items.delete(key);
}

/** A server, a browser before it, and the time that passes. */
function world(shelf = new Shelf(), notes = new Map<string, Note>()) {
  const timers = new Set<{ ms: number; act: () => void }>();
  const line = { isUp: true, calls: [] as string[], told: 0 };
  const reach = () => {
    if (!line.isUp) throw new TypeError('no line');
  };
  const put = (id: string, text: NoteText, by = me): Note => {
    const version = (notes.get(id)?.version ?? 0) + 1;
    const at = '2026-11-20T12:00:00.000Z';
    const note: Note = {
      ...{ ...textOf(text), id, version, isPinned: false, owner: me, isOwn: true, shareCount: 0 },
      ...{ createdAt: at, updatedAt: at, updatedBy: by },
      may: { edit: true, share: true, delete: true },
    };
    notes.set(id, note);
    return note;
  };
  const get = (id: string) => {
    const note = notes.get(id);
    if (!note) throw refusal(404);
    return note;
  };
  const notebook = new Notebook({
    kept: new KeptEdits(shelf as unknown as Storage, 1),
    locks: freeLocks,
    onChanged: () => {},
    onRescued: () => {
      line.told += 1;
    },
    clock: {
      random: () => 1,
      after(ms, act) {
        const timer = { ms, act };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    transport: {
      async create(id, text) {
        line.calls.push('create');
        reach();
        return notes.get(id) ?? put(id, text);
      },
      async save(id, text, version) {
        line.calls.push('save');
        reach();
        if (get(id).version !== version) throw refusal(409);
        return put(id, text);
      },
      async get(id) {
        reach();
        return get(id);
      },
    },
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    ...{ notebook, shelf, notes, line, put, settle },
    /** Lets every wait end, and what it began. */
    async pass() {
      for (const timer of [...timers]) {
        timers.delete(timer);
        timer.act();
      }
      await settle();
    },
  };
}

describe('writing', () => {
  it('is saved after a pause, and says so only then', async () => {
    const { notebook, put, pass, notes, line, shelf } = world();
    const editing = notebook.open(put('a', words));
    editing.edit({ content: 'o' });
    editing.edit({ content: 'on' });
    expect([editing.state().phase, shelf.length]).toEqual(['waiting', 1]);
    await pass();
    expect([editing.state().phase, shelf.length, line.calls]).toEqual(['saved', 0, ['save']]);
    expect(notes.get('a')?.content).toBe('on');
  });

  it('without a line stays in this browser, and is saved when the line is back', async () => {
    const first = world();
    first.line.isUp = false;
    const editing = first.notebook.open(first.put('a', words));
    editing.edit({ content: 'typed on the lot' });
    await first.pass();
    expect(editing.state().phase).toBe('retrying');
    first.notebook.add({ ...words, title: 'New' });
    await first.settle();
    expect(first.notebook.unsent().map((one) => one.state().text.title)).toEqual(['New']);
    first.notebook.stop();

    const second = world(first.shelf, first.notes);
    second.notebook.resume();
    await second.settle();
    expect([...second.notes.values()].map(({ content }) => content).sort()).toEqual([
      'one\ntwo\nthree',
      'typed on the lot',
    ]);
    expect([second.shelf.length, second.notebook.unsent()]).toEqual([0, []]);
  });

  it('a new note is created once though its answer was lost', async () => {
    const { notebook, notes, line, pass, settle } = world();
    line.isUp = false;
    const editing = notebook.add(words);
    await settle();
    line.isUp = true;
    await pass();
    editing.edit({ content: 'more' });
    await pass();
    expect([notes.size, line.calls]).toEqual([1, ['create', 'create', 'save']]);
    expect([...notes.values()][0]?.content).toBe('more');
  });

  it('blank is not sent, and says why', async () => {
    const { notebook, put, pass, line } = world();
    const editing = notebook.open(put('a', words));
    editing.edit({ title: ' ' });
    await pass();
    expect(editing.state()).toMatchObject({
      phase: 'refused',
      problem: 'Title and content are required',
    });
    expect(line.calls).toEqual([]);
  });

  it('leaves nothing behind once the person has signed out', async () => {
    const { notebook, put, shelf } = world();
    notebook.open(put('a', words)).edit({ content: 'secret' });
    shelf.setItem('forecourt-notes:2:b', '{}');
    const kept = new KeptEdits(shelf as unknown as Storage, 1);
    kept.keepDraft(words);
    expect(kept.draft()).toEqual(words);
    kept.clear();
    kept.keepDraft(words);
    expect([...shelf.items.keys()]).toEqual(['forecourt-notes:2:b']);
  });
});

describe('another device', () => {
  it('that changed other lines is joined with', async () => {
    const { notebook, put, pass, notes } = world();
    const editing = notebook.open(put('a', words));
    put('a', { ...words, content: 'ONE\ntwo\nthree' }, other);
    editing.edit({ content: 'one\ntwo\nTHREE' });
    await pass();
    await pass();
    expect(notes.get('a')?.content).toBe('ONE\ntwo\nTHREE');
    expect([editing.state().phase, editing.state().text.content]).toEqual([
      'saved',
      'ONE\ntwo\nTHREE',
    ]);
  });

  it.each([
    ['theirs', 'one\nTHEIRS\nthree'],
    [{ bothUnder: 'Otto' }, 'one\n[Your version]\nMINE\n[Version of Otto]\nTHEIRS\nthree'],
  ] as const)('that changed the same line is chosen between: %j', async (how, content) => {
    const { notebook, put, pass, settle, notes } = world();
    const editing = notebook.open(put('a', words));
    put('a', { ...words, content: 'one\nTHEIRS\nthree' }, other);
    editing.edit({ content: 'one\nMINE\nthree' });
    await pass();
    expect(editing.state()).toMatchObject({ phase: 'disputed', theirs: { updatedBy: other } });
    expect(notes.get('a')?.content).toBe('one\nTHEIRS\nthree');
    editing.resolve(how);
    await settle();
    expect([editing.state().phase, notes.get('a')?.content]).toEqual(['saved', content]);
  });

  it('is followed by an editor nobody writes in, and by no other', async () => {
    const { notebook, put, settle } = world();
    const editing = notebook.open(put('a', words));
    const stop = editing.watch(() => {});
    put('a', { ...words, content: 'theirs' }, other);
    notebook.receiveChange('a', 2);
    await settle();
    expect(editing.state().text.content).toBe('theirs');
    editing.edit({ content: 'mine' });
    put('a', { ...words, content: 'newer' }, other);
    notebook.receiveChange('a', 3);
    await settle();
    expect(editing.state().text.content).toBe('mine');
    stop();
  });

  it('that takes the note away does not take the words: they become a note of one’s own', async () => {
    const { notebook, put, settle, notes, line } = world();
    const editing = notebook.open(put('a', words));
    editing.edit({ content: 'half written' });
    notes.delete('a');
    notebook.receiveGone('a');
    await settle();
    expect([editing.state().phase, line.told]).toEqual(['gone', 1]);
    expect([...notes.values()].map(({ title, content }) => [title, content])).toEqual([
      ['Rack (copy)', 'half written'],
    ]);
  });
});
