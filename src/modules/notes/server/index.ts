import type { Platform } from '../../../platform/server/platform.ts';
import { publishNotifications } from '../../notifications/server/public.ts';
import * as calls from '../contract.ts';
import { publishChange, publishGone } from './publish.ts';
import { getNotesOverview, listDeletedNotes, listNotes } from './reading/list.ts';
import { leaveNote, shareNote } from './sharing/share.ts';
import { readShares } from './sharing/shares.ts';
import type { NotesDb } from './tables.ts';
import { getOwnNote, getVisibleNote, toNote } from './visible-note.ts';
import { deleteNote, restoreNote, scheduleSweep } from './writing/delete.ts';
import { addNote, restoreVersion, type SavedNote, saveNote, setPinned } from './writing/save.ts';
import { getVersion, listVersions } from './writing/versions.ts';

/**
 * Notes: personal notes that can be shared. A note is private to its owner until it is shared; membership of
 * departments and stores is read from the user records on every access. A save must never silently overwrite
 * another one.
 */
export function notesModule(platform: Platform): void {
  addReadingRoutes(platform);
  addWritingRoutes(platform);
  addSharingRoutes(platform);
  scheduleSweep(platform);
}

function addReadingRoutes(platform: Platform): void {
  const { routes } = platform;
  const db: NotesDb = platform.db;
  routes.add(calls.listNotes, ({ actor, query }) => listNotes(db, actor.userId, query));
  routes.add(calls.getNotesOverview, ({ actor }) => getNotesOverview(db, actor.userId));
  routes.add(calls.listDeletedNotes, ({ actor }) => listDeletedNotes(db, actor.userId));
  routes.add(calls.getNote, async ({ actor: { userId }, params }) =>
    toNote(await getVisibleNote(db, userId, params.noteId), userId),
  );
  routes.add(calls.listVersions, ({ actor, params }) =>
    listVersions(db, actor.userId, params.noteId),
  );
  routes.add(calls.getVersion, ({ actor, params }) =>
    getVersion(db, actor.userId, params.noteId, params.version),
  );
}

function addWritingRoutes(platform: Platform): void {
  const { routes, limits } = platform;
  const db: NotesDb = platform.db;
  const writes = limits('notes', 300, 60);

  function publishNote({ row, readers }: SavedNote, userId: number) {
    publishChange(platform, readers, row);
    return toNote(row, userId);
  }

  routes.add(calls.createNote, async ({ actor: { userId }, body }) => {
    await writes.consume(String(userId));
    return publishNote({ row: await addNote(db, userId, body), readers: [userId] }, userId);
  });
  routes.add(calls.saveNote, async ({ actor: { userId }, params, body }) => {
    await writes.consume(String(userId));
    return publishNote(await saveNote(db, userId, params.noteId, body), userId);
  });
  routes.add(calls.restoreVersion, async ({ actor: { userId }, params, body }) => {
    await writes.consume(String(userId));
    const versions = { from: params.version, version: body.version };
    return publishNote(await restoreVersion(db, userId, params.noteId, versions), userId);
  });
  routes.add(calls.restoreNote, async ({ actor: { userId }, params }) =>
    publishNote(await restoreNote(db, userId, params.noteId), userId),
  );
  routes.add(calls.pinNote, async ({ actor: { userId }, params: { noteId: id }, body }) => {
    const version = await setPinned(db, userId, id, body.isPinned);
    publishChange(platform, [userId], { id, version });
    return { message: body.isPinned ? 'Note pinned' : 'Note unpinned' };
  });
  routes.add(calls.deleteNote, async ({ actor: { userId }, params: { noteId } }) => {
    publishGone(platform, await deleteNote(db, userId, noteId), noteId);
    return { message: 'Note deleted' };
  });
}

function addSharingRoutes(platform: Platform): void {
  const { routes, limits } = platform;
  const db: NotesDb = platform.db;
  // Each added person is notified.
  const sharing = limits('notes.sharing', 60, 60);

  routes.add(calls.listShares, async ({ actor, params: { noteId } }) => {
    await getOwnNote(db, actor.userId, noteId);
    return readShares(db, noteId);
  });
  routes.add(calls.setShares, async ({ actor, params: { noteId }, body, ip }) => {
    await sharing.consume(String(actor.userId));
    const shared = await shareNote(db, { actor, noteId, ip, ...body });
    publishChange(platform, shared.readers, { id: noteId, version: shared.version });
    publishGone(platform, shared.lost, noteId);
    await publishNotifications(platform, ...shared.notifications);
    return shared.shares;
  });
  routes.add(calls.leaveNote, async ({ actor: { userId }, params: { noteId } }) => {
    await leaveNote(db, userId, noteId);
    publishGone(platform, [userId], noteId);
    return { message: 'You left the note' };
  });
}
