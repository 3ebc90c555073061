import type { QueryClient } from '@tanstack/react-query';
import { ready } from '../../../../platform/contract/socket.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { type Connection, gap } from '../../../../platform/web/realtime/connection.ts';
import { browserEnvironment } from '../../../../platform/web/realtime/environment.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { onSignOut } from '../../../access/web/public.ts';
import { userPermissionsUpdated, userUpdated } from '../../../people/contract.ts';
import { createNote, getNote, noteChanged, noteGone, saveNote } from '../../contract.ts';
import type { NoteTransport } from './editing.ts';
import { LocalEdits } from './localEdits.ts';
import { Notebook } from './notebook.ts';
import { browserLocks } from './noteLocks.ts';

const notebooks = new WeakMap<Connection, Notebook>();

/** Query key prefix of all note queries. */
export const notesKey = ['api', 'notes'] as const;

const transport: NoteTransport = {
  create: (id, text, isPinned) => call(createNote, { body: { id, ...text, isPinned } }),
  save: (noteId, text, version) =>
    call(saveNote, { params: { noteId }, body: { ...text, version } }),
  get: (noteId) => call(getNote, { params: { noteId } }),
};

/** The notebook of a connection: created on first use, stopped with the connection. */
export function notebookOf(connection: Connection, me: number, client: QueryClient): Notebook {
  const existing = notebooks.get(connection);
  if (existing) return existing;
  const localEdits = new LocalEdits(localStorage, me);
  const refresh = () => void client.invalidateQueries({ queryKey: notesKey });
  const notebook = new Notebook({
    transport,
    localEdits,
    clock: browserEnvironment,
    locks: browserLocks(),
    onChanged: refresh,
    onRescued: () =>
      toast({
        title: 'Saved as a new note',
        description: 'The note you were editing is no longer available.',
      }),
  });
  notebooks.set(connection, notebook);
  listen(connection, notebook, refresh);
  listenForAccessChanges(connection, me, () => {
    notebook.catchUp();
    refresh();
  });
  saveBeforeLeaving(connection, notebook);
  onSignOut(client, () => localEdits.clear());
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

/** A change of department or store changes which notes are shared with the user. */
function listenForAccessChanges(connection: Connection, me: number, onChange: () => void): void {
  connection.on(userPermissionsUpdated, ({ userId }) => userId === me && onChange());
  connection.on(userUpdated, ({ userId }) => userId === me && onChange());
}

/** Saves when the page is hidden, because it may never be shown again, and when it is online again. */
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
