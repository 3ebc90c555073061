import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { peopleChanged } from '../../people/server/public.ts';
import * as calls from '../contract.ts';
import { addNote, canRead, type NoteStage, openNoteStage, save, share, titles } from './stage.ts';

let stage: NoteStage;
beforeAll(async () => {
  stage = await openNoteStage();
});
afterAll(() => stage.stop());

const changeUser = async (id: number, change: Record<string, unknown>) => {
  await stage.platform.db.updateTable('users').set(change).where('id', '=', id).execute();
  stage.platform.bus.publish(peopleChanged, { userId: id });
};

describe('a shared note', () => {
  test('with a person: viewers read, editors edit, and neither can delete or share', async () => {
    const owner = await stage.addWriter({ firstName: 'Olga' });
    const viewer = await stage.addWriter();
    const editor = await stage.addWriter();
    const other = await stage.addWriter();
    const note = await addNote(owner.client);
    await share(owner.client, note.id, { userId: viewer.id }, { userId: editor.id, canEdit: true });
    const params = { noteId: note.id };
    const read = (await viewer.client.call(calls.getNote, { params })).body;
    expect(read).toMatchObject({
      isOwn: false,
      owner: { name: expect.stringContaining('Olga') },
      shareCount: 0,
      may: { edit: false, share: false, delete: false },
    });
    expect((await owner.client.call(calls.getNote, { params })).body.shareCount).toBe(2);
    expect((await save(viewer.client, note, { title: 'X' })).status).toBe(403);
    const saved = await save(editor.client, note, { title: 'Edited by an editor' });
    expect([saved.status, saved.body.updatedBy.id]).toEqual([200, editor.id]);
    for (const { client } of [viewer, editor]) {
      expect((await client.call(calls.deleteNote, { params })).status).toBe(403);
      expect((await client.call(calls.listShares, { params })).status).toBe(403);
      expect((await share(client, note.id, { userId: other.id })).status).toBe(403);
    }
    expect(await canRead(other.client, note.id)).toBe(false);
    expect((await viewer.client.call(calls.listVersions, { params })).body).toHaveLength(1);
    const version = { params: { ...params, version: 1 }, body: { version: 2 } };
    expect((await viewer.client.call(calls.restoreVersion, version)).status).toBe(403);
    expect((await editor.client.call(calls.restoreVersion, version)).status).toBe(200);
  });

  test('with a department: visible only to its current members', async () => {
    const owner = await stage.addWriter();
    const inside = await stage.addWriter({ department: 'hr' });
    const outside = await stage.addWriter({ department: 'it' });
    const { id } = await addNote(owner.client);
    await share(owner.client, id, { department: 'hr' });
    expect([await canRead(inside.client, id), await canRead(outside.client, id)]).toEqual([
      true,
      false,
    ]);
    await changeUser(inside.id, { department: 'it' });
    await changeUser(outside.id, { department: 'hr' });
    expect([await canRead(inside.client, id), await canRead(outside.client, id)]).toEqual([
      false,
      true,
    ]);
  });

  test('with a store: visible only while the user has the store', async () => {
    const owner = await stage.addWriter();
    const ford = await stage.addWriter({ storeAccess: ['ford'] });
    const all = await stage.addWriter({ storeAccess: ['all'] });
    const none = await stage.addWriter({ storeAccess: ['hyundai'] });
    const { id } = await addNote(owner.client, { title: 'For Ford' });
    await share(owner.client, id, { store: 'ford', canEdit: true });
    expect(await titles(ford.client)).toEqual(['For Ford']);
    expect(await titles(all.client, { search: 'ford' })).toEqual(['For Ford']);
    expect(await titles(none.client)).toEqual([]);
    await changeUser(ford.id, { store_access: ['hyundai'] });
    expect([await canRead(ford.client, id), await titles(ford.client)]).toEqual([false, []]);
  });

  test('grants the highest of several permissions', async () => {
    const owner = await stage.addWriter();
    const other = await stage.addWriter({ department: 'hr', storeAccess: ['ford'] });
    const note = await addNote(owner.client);
    await share(
      owner.client,
      note.id,
      { department: 'hr' },
      { store: 'ford', canEdit: true },
      { userId: other.id },
    );
    const cards = (await other.client.call(calls.listNotes)).body;
    expect(cards.filter(({ id }) => id === note.id)).toHaveLength(1);
    expect((await save(other.client, note, { title: 'Edited' })).status).toBe(200);
  });

  test('notifies the people who gain or lose access', async () => {
    const owner = await stage.addWriter({ firstName: 'Olga' });
    const reader = await stage.addWriter();
    const note = await addNote(owner.client);
    const socket = await reader.client.socket();
    await share(owner.client, note.id, { userId: reader.id });
    expect(await socket.next('note_changed')).toEqual({ id: note.id, version: 1 });
    expect(await socket.next('notification')).toMatchObject({
      title: expect.stringMatching(/^Olga .* shared a note with you$/),
      message: 'Tire rack',
      actionUrl: `/utilities?note=${note.id}#notes-manager`,
    });
    await save(owner.client, note, { content: 'Rack 5' });
    expect(await socket.next('note_changed')).toEqual({ id: note.id, version: 2 });
    await share(owner.client, note.id);
    expect(await socket.next('note_gone')).toEqual({ id: note.id });
    await save(owner.client, { ...note, version: 2 }, { content: 'Secret' });
    expect(await canRead(reader.client, note.id)).toBe(false);
    expect((await reader.client.raw('GET', '/api/notifications')).body).toMatchObject({
      notifications: [],
    });
    const log = await stage.platform.db
      .selectFrom('activity_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', note.id)
      .execute();
    const entry = { action: 'note.shared', actor_id: owner.id };
    expect(log).toEqual([entry, entry]);
    expect(socket.frames.filter(({ type }) => type === 'note_changed')).toHaveLength(2);
    socket.close();
  });

  test('is shared with no one whose account was deleted, and with others as before', async () => {
    const owner = await stage.addWriter();
    const [first, second, other] = [
      await stage.addWriter(),
      await stage.addWriter(),
      await stage.addWriter(),
    ];
    const note = await addNote(owner.client);
    await share(owner.client, note.id, { userId: first.id }, { userId: second.id });
    for (const { id } of [first, second]) await changeUser(id, { deleted_at: new Date() });
    const params = { noteId: note.id };
    expect((await owner.client.call(calls.listShares, { params })).body).toEqual([]);
    expect((await owner.client.call(calls.getNote, { params })).body.shareCount).toBe(0);
    expect((await share(owner.client, note.id, { userId: other.id })).body).toMatchObject([
      { userId: other.id },
    ]);
    expect((await share(owner.client, note.id, { userId: first.id })).status).toBe(400);
  });

  test('can be left however it was shared, and returns when the person is added again', async () => {
    const owner = await stage.addWriter();
    const reader = await stage.addWriter({ department: 'finance' });
    const { id } = await addNote(owner.client);
    await share(owner.client, id, { userId: reader.id }, { department: 'finance' });
    const params = { noteId: id };
    expect((await owner.client.call(calls.leaveNote, { params })).status).toBe(400);
    expect((await reader.client.call(calls.leaveNote, { params })).status).toBe(200);
    expect([await canRead(reader.client, id), await titles(reader.client)]).toEqual([false, []]);
    expect((await reader.client.call(calls.leaveNote, { params })).status).toBe(404);
    const { body } = await owner.client.call(calls.listShares, { params });
    expect(body).toMatchObject([{ department: 'finance' }]);
    await share(owner.client, id, { department: 'finance' }, { userId: reader.id });
    expect(await canRead(reader.client, id)).toBe(true);
  });

  test('is pinned per person', async () => {
    const owner = await stage.addWriter();
    const reader = await stage.addWriter();
    const { id } = await addNote(owner.client);
    await share(owner.client, id, { userId: reader.id });
    const params = { noteId: id };
    await reader.client.call(calls.pinNote, { params, body: { isPinned: true } });
    expect(await titles(reader.client, { pinned: 'true' })).toEqual(['Tire rack']);
    expect(await titles(owner.client, { pinned: 'true' })).toEqual([]);
  });

  test('disappears for everyone when its owner deletes it, and is restored with its shares', async () => {
    const owner = await stage.addWriter();
    const reader = await stage.addWriter();
    const { id } = await addNote(owner.client);
    await share(owner.client, id, { userId: reader.id });
    const params = { noteId: id };
    await owner.client.call(calls.deleteNote, { params });
    expect(await canRead(reader.client, id)).toBe(false);
    expect((await reader.client.call(calls.restoreNote, { params })).status).toBe(404);
    await owner.client.call(calls.restoreNote, { params });
    expect(await canRead(reader.client, id)).toBe(true);
  });

  test.each([
    [{ userId: 999_999 }, 400],
    [{ userId: 1, store: 'ford' }, 400],
    [{}, 400],
    [{ department: 'kitchen' }, 400],
  ])('with %j is rejected', async (audience, status) => {
    const { client } = await stage.addWriter();
    const { id } = await addNote(client);
    expect((await share(client, id, audience as never)).status).toBe(status);
  });
});
