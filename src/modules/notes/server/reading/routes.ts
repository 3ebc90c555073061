import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract.ts';
import type { NotesDb } from '../tables.ts';
import { listKept, readKept } from '../writing/versions.ts';
import { getSeen, toNote } from './find.ts';
import { listSeen } from './list.ts';
import { listDeleted, readOverview } from './overview.ts';

export function addReadingRoutes(platform: Platform): void {
  const { routes } = platform;
  const db: NotesDb = platform.db;
  routes.add(calls.listNotes, ({ actor, query }) => listSeen(db, actor.userId, query));
  routes.add(calls.getNotesOverview, ({ actor }) => readOverview(db, actor.userId));
  routes.add(calls.listDeletedNotes, ({ actor }) => listDeleted(db, actor.userId));
  routes.add(calls.getNote, async ({ actor: { userId }, params }) =>
    toNote(await getSeen(db, userId, params.noteId), userId),
  );
  routes.add(calls.listVersions, ({ actor, params }) => listKept(db, actor.userId, params.noteId));
  routes.add(calls.getVersion, ({ actor, params }) =>
    readKept(db, actor.userId, params.noteId, params.version),
  );
}
