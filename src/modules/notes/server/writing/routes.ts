import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract.ts';
import { toNote } from '../reading/find.ts';
import { announceChange, announceGone } from '../sharing/announce.ts';
import type { NotesDb } from '../tables.ts';
import { addNote } from './create.ts';
import { putAside, takeBack } from './delete.ts';
import { setPinned } from './pin.ts';
import { restoreTo, type Saved, saveOver } from './save.ts';

export function addWritingRoutes(platform: Platform): void {
  const { routes, limits } = platform;
  const db: NotesDb = platform.db;
  const writes = limits('notes', 300, 60);

  function publishNote({ row, readers }: Saved, userId: number) {
    announceChange(platform, readers, row);
    return toNote(row, userId);
  }

  routes.add(calls.createNote, async ({ actor: { userId }, body }) => {
    await writes.consume(String(userId));
    return publishNote({ row: await addNote(db, userId, body), readers: [userId] }, userId);
  });
  routes.add(calls.saveNote, async ({ actor: { userId }, params, body }) => {
    await writes.consume(String(userId));
    return publishNote(await saveOver(db, userId, params.noteId, body), userId);
  });
  routes.add(calls.restoreVersion, async ({ actor: { userId }, params, body }) => {
    await writes.consume(String(userId));
    const wanted = { from: params.version, version: body.version };
    return publishNote(await restoreTo(db, userId, params.noteId, wanted), userId);
  });
  routes.add(calls.restoreNote, async ({ actor: { userId }, params }) =>
    publishNote(await takeBack(db, userId, params.noteId), userId),
  );
  routes.add(calls.pinNote, async ({ actor: { userId }, params: { noteId: id }, body }) => {
    const version = await setPinned(db, userId, id, body.isPinned);
    announceChange(platform, [userId], { id, version });
    return { message: body.isPinned ? 'The note is pinned.' : 'The note is no longer pinned.' };
  });
  routes.add(calls.deleteNote, async ({ actor: { userId }, params: { noteId } }) => {
    announceGone(platform, await putAside(db, userId, noteId), noteId);
    return { message: 'The note is deleted.' };
  });
}
