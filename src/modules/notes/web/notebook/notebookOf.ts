import type { QueryClient } from '@tanstack/react-query';
import { ready } from '../../../../platform/contract/socket.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { type Connection, gap } from '../../../../platform/web/realtime/connection.ts';
import { browserEnvironment } from '../../../../platform/web/realtime/environment.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { currentUserKey } from '../../../access/web/public.ts';
import { userPermissionsUpdated, userUpdated } from '../../../people/contract.ts';
import { createNote, getNote, noteChanged, noteGone, saveNote } from '../../contract.ts';
import type { NoteTransport } from './editing.ts';
import { KeptEdits } from './kept.ts';
import { Notebook } from './notebook.ts';
import { browserLocks } from './noteLocks.ts';

const notebooks = new WeakMap<Connection, Notebook>();

/** Everything of notes in the query cache: lists, counts, single notes. */
export const notesKey = ['api', 'notes'] as const;

const transport: NoteTransport = {
  create: (id, text, isPinned) => call(createNote, { body: { id, ...text, isPinned } }),
  save: (noteId, text, version) =>
    call(saveNote, { params: { noteId }, body: { ...text, version } }),
  get: (noteId) => call(getNote, { params: { noteId } }),
};

/** The notebook of a connection: begun at the first asking, ended with the connection. */
export function notebookOf(connection: Connection, me: number, client: QueryClient): Notebook {
  const known = notebooks.get(connection);
  if (known) return known;
  const kept = new KeptEdits(localStorage, me);
  const refresh = () => void client.invalidateQueries({ queryKey: notesKey });
  const notebook = new Notebook({
    ...{ transport, kept, clock: browserEnvironment, locks: browserLocks() },
    onChanged: refresh,
    onRescued: () =>
      toast({
        title: 'Kept as a new note',
        description: 'The note you wrote in is no longer there for you.',
      }),
  });
  notebooks.set(connection, notebook);
  listen(connection, notebook, refresh);
  listenForRights(connection, me, () => {
    notebook.catchUp();
    refresh();
  });
  saveBeforeLeaving(connection, notebook);
  clearOnLogout(client, () => kept.clear());
  notebook.resume();
  return notebook;
}

function listen(connection: Connection, notebook: Notebook, refresh: () => void): void {
  const catchUp = () => {
    notebook.catchUp();
    refresh();
  };
  connection.on(noteChanged, ({ id, version }) => {
    notebook.receiveChange(id, version);
    refresh();
  });
  connection.on(noteGone, ({ id }) => {
    notebook.receiveGone(id);
    refresh();
  });
  connection.on(ready, catchUp);
  connection.on(gap, catchUp);
  connection.watch(() => connection.closed && notebook.stop());
}

/** With another department or store other notes are shared with the person. */
function listenForRights(connection: Connection, me: number, act: () => void): void {
  connection.on(userPermissionsUpdated, ({ userId }) => userId === me && act());
  connection.on(userUpdated, ({ userId }) => userId === me && act());
}

/** A page that is hidden may never be shown again; one that wakes may have its line back. */
function saveBeforeLeaving(connection: Connection, notebook: Notebook): void {
  const flush = () => notebook.flush();
  document.addEventListener('visibilitychange', flush);
  window.addEventListener('online', flush);
  connection.watch(() => {
    if (!connection.closed) return;
    document.removeEventListener('visibilitychange', flush);
    window.removeEventListener('online', flush);
  });
}

/** Signing out drops everything the cache holds of the person; a session that expired drops nothing. */
function clearOnLogout(client: QueryClient, clear: () => void): void {
  const userKey = JSON.stringify(currentUserKey);
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryHash === userKey) clear();
  });
}
