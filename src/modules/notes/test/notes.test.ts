import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../contract.ts';
import { sweepNotes } from '../server/writing/delete.ts';
import { addNote, canRead, type NoteStage, openNoteStage, save, titles } from './stage.ts';

let stage: NoteStage;
beforeAll(async () => {
  stage = await openNoteStage();
});
afterAll(() => stage.stop());

describe('a note', () => {
  test('has defaults and is private', async () => {
    const { client } = await stage.addWriter();
    const other = await stage.addWriter();
    const note = await addNote(client);
    expect(note).toMatchObject({
      color: 'yellow',
      isPinned: false,
      tags: [],
      version: 1,
      isOwn: true,
      may: { edit: true, share: true, delete: true },
    });
    const params = { noteId: note.id };
    expect((await client.call(calls.getNote, { params })).body).toEqual(note);
    expect((await other.client.call(calls.getNote, { params })).status).toBe(404);
    expect((await save(other.client, note, { title: 'Mine' })).status).toBe(404);
    expect((await other.client.call(calls.deleteNote, { params })).status).toBe(404);
    expect((await other.client.call(calls.listVersions, { params })).status).toBe(404);
    expect((await other.client.call(calls.listShares, { params })).status).toBe(404);
    expect(await titles(other.client)).toEqual([]);
  });

  test('requires the utilities feature', async () => {
    const { client } = await stage.addUser({ pagePermissions: ['utilities'] });
    expect((await client.call(calls.listNotes)).status).toBe(403);
  });

  test.each([
    [{ title: ' ' }, calls.required],
    [{ content: ' \n' }, calls.required],
    [{ title: 'x'.repeat(201) }, /at most 200/],
    [{ content: 'x'.repeat(100_001) }, /at most 100000/],
    [{ color: 'neon' }, /one of/],
    [{ tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }, /at most 10/],
    [{ tags: ['x'.repeat(31)] }, /at most 30/],
    [{ mood: 'good' }, /Unknown field/],
  ])('is rejected as %j', async (overrides, expected) => {
    const { client } = await stage.addWriter();
    const body = { title: 'A', content: 'B', ...overrides };
    const response = await client.raw('POST', '/api/notes', { body });
    expect([response.status, response.body.error]).toEqual([400, expect.stringMatching(expected)]);
  });

  test('holds 100,000 characters; a card has only the beginning', async () => {
    const { client } = await stage.addWriter();
    const content = 'Ölwechsel 🚗 '.repeat(7_692).slice(0, 100_000);
    const note = await addNote(client, { content });
    expect(note.content).toBe(content.toWellFormed());
    const [card] = (await client.call(calls.listNotes)).body;
    expect([card?.isCut, [...(card?.content ?? '')].length]).toEqual([true, 600]);
  });

  test('is created once per id, and its id is reserved for its owner', async () => {
    const { client } = await stage.addWriter();
    const other = await stage.addWriter();
    const id = randomUUID();
    await addNote(client, { id });
    expect((await addNote(client, { id, title: 'Again' })).title).toBe('Tire rack');
    expect(await titles(client)).toEqual(['Tire rack']);
    const body = { id, title: 'Foreign', content: 'x' };
    expect((await other.client.call(calls.createNote, { body })).status).toBe(409);
  });

  test('has distinct tags, and the overview lists tags by use', async () => {
    const { client } = await stage.addWriter();
    expect((await addNote(client, { tags: ['Parts', 'parts', 'VIN'] })).tags).toEqual([
      'Parts',
      'VIN',
    ]);
    await addNote(client, { tags: ['VIN'] });
    const { body } = await client.call(calls.getNotesOverview);
    expect(body).toEqual({ count: 2, tags: ['VIN', 'Parts'] });
    expect(await titles(client, { tag: 'vin' })).toHaveLength(2);
    expect(await titles(client, { tag: 'parts' })).toHaveLength(1);
  });
});

describe('two devices', () => {
  test('never silently overwrite each other', async () => {
    const { id, client } = await stage.addWriter();
    const phone = await stage.openSession(id);
    const note = await addNote(client);
    const socket = await phone.socket();
    expect((await save(client, note, { content: 'From the computer' })).body.version).toBe(2);
    expect(await socket.next('note_changed')).toEqual({ id: note.id, version: 2 });
    const conflicting = await save(phone, note, { content: 'From the phone' });
    expect([conflicting.status, conflicting.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'conflict',
        error: 'Someone else changed this note. Nothing was overwritten.',
      }),
    ]);
    const { body } = await phone.call(calls.getNote, { params: { noteId: note.id } });
    expect([body.content, body.version]).toEqual(['From the computer', 2]);
    expect((await save(phone, body, { content: 'Both' })).body.version).toBe(3);
    socket.close();
  });

  test('saving concurrently: one of them gets a conflict', async () => {
    const { id, client } = await stage.addWriter();
    const phone = await stage.openSession(id);
    const note = await addNote(client);
    const responses = await Promise.all([
      save(client, note, { content: 'One' }),
      save(phone, note, { content: 'Other' }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a retried save is idempotent', async () => {
    const { client } = await stage.addWriter();
    const note = await addNote(client);
    await save(client, note, { content: 'New' });
    const again = await save(client, note, { content: 'New' });
    expect([again.status, again.body.version]).toEqual([200, 2]);
  });
});

describe('the version history', () => {
  test('combines consecutive saves of one person and can be restored', async () => {
    const { client } = await stage.addWriter();
    let note = await addNote(client, { content: 'First' });
    for (const content of ['Second', 'Third', 'Fourth'])
      note = (await save(client, note, { content })).body;
    const params = { noteId: note.id };
    const { body: versions } = await client.call(calls.listVersions, { params });
    expect(versions.map(({ version }) => version)).toEqual([1]);
    const restored = await client.call(calls.restoreVersion, {
      params: { ...params, version: 1 },
      body: { version: note.version },
    });
    expect([restored.body.content, restored.body.version]).toEqual(['First', 5]);
    const { body: after } = await client.call(calls.listVersions, { params });
    expect(after.map(({ version }) => version)).toEqual([4, 1]);
    const four = await client.call(calls.getVersion, { params: { ...params, version: 4 } });
    expect(four.body.content).toBe('Fourth');
    const stale = await client.call(calls.restoreVersion, {
      params: { ...params, version: 1 },
      body: { version: 4 },
    });
    expect(stale.status).toBe(409);
  });

  test('keeps fifty versions', async () => {
    const { client } = await stage.addWriter();
    let note = await addNote(client);
    const { db } = stage.platform;
    for (let round = 0; round < 53; round++) {
      note = (await save(client, note, { content: `Round ${round}` })).body;
      await db
        .updateTable('note_versions')
        .set({ kept_at: new Date(0) })
        .execute();
    }
    const { body } = await client.call(calls.listVersions, { params: { noteId: note.id } });
    expect([body.length, body[0]?.version, body.at(-1)?.version]).toEqual([50, 53, 4]);
  });
});

describe('deleting', () => {
  test('can be undone for 30 days; then the note is purged', async () => {
    const { client } = await stage.addWriter();
    const { db } = stage.platform;
    const { id } = await addNote(client);
    const params = { noteId: id };
    const socket = await client.socket();
    await client.call(calls.deleteNote, { params });
    expect(await socket.next('note_gone')).toEqual({ id });
    expect([await canRead(client, id), await titles(client)]).toEqual([false, []]);
    const { body: list } = await client.call(calls.listDeletedNotes);
    expect(list).toMatchObject([{ id, title: 'Tire rack' }]);
    const stranger = (await stage.addWriter()).client;
    expect((await stranger.call(calls.restoreNote, { params })).status).toBe(404);
    expect((await stranger.call(calls.listDeletedNotes)).body).toEqual([]);
    expect((await client.call(calls.restoreNote, { params })).status).toBe(200);
    expect(await titles(client)).toEqual(['Tire rack']);
    await client.call(calls.deleteNote, { params });
    const old = new Date(Date.now() - 31 * 86_400_000);
    await db.updateTable('notes').set({ deleted_at: old }).where('id', '=', id).execute();
    expect((await client.call(calls.restoreNote, { params })).status).toBe(404);
    await sweepNotes(db);
    expect(await db.selectFrom('notes').select('id').where('id', '=', id).execute()).toEqual([]);
    socket.close();
  });
});
