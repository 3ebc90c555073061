import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { EditingState, NoteEditing } from './editing.ts';
import type { Notebook } from './notebook.ts';
import { notebookOf } from './notebookOf.ts';

/** Null until the page is connected. */
export function useNotebook(): Notebook | null {
  const connection = useConnection();
  const client = useQueryClient();
  const user = useCurrentUser();
  return connection && user ? notebookOf(connection, user.id, client) : null;
}

/** New notes that are not synced yet. */
export function useUnsent(notebook: Notebook | null): readonly NoteEditing[] {
  return useSyncExternalStore(notebook?.watch ?? watchNothing, notebook?.unsent ?? none);
}

export function useEditing(editing: NoteEditing): EditingState {
  return useSyncExternalStore(editing.watch, editing.state);
}

const noEditings: readonly NoteEditing[] = [];
const none = () => noEditings;
const watchNothing = () => () => {};
