import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract.ts';
import type { NotesDb } from '../tables.ts';
import { getVersion, listVersions } from '../writing/versions.ts';
import { getSeen, toNote } from './find.ts';
import { listNotes } from './list.ts';
import { getNotesOverview, listDeletedNotes } from './overview.ts';

export function addReadingRoutes(platform: Platform): void {
  const { routes } = platform;
  const db: NotesDb = platform.db;
  routes.add(calls.listNotes, ({ actor, query }) => listNotes(db, actor.userId, query));
  routes.add(calls.getNotesOverview, ({ actor }) => getNotesOverview(db, actor.userId));
  routes.add(calls.listDeletedNotes, ({ actor }) => listDeletedNotes(db, actor.userId));
  routes.add(calls.getNote, async ({ actor: { userId }, params }) =>
    toNote(await getSeen(db, userId, params.noteId), userId),
  );
  routes.add(calls.listVersions, ({ actor, params }) =>
    listVersions(db, actor.userId, params.noteId),
  );
  routes.add(calls.getVersion, ({ actor, params }) =>
    getVersion(db, actor.userId, params.noteId, params.version),
  );
}
