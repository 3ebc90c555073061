import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { deleteNote, leaveNote, type NoteCard, pinNote, restoreNote } from '../../contract.ts';
import { notesKey } from './notebookOf.ts';

type NoteRef = Pick<NoteCard, 'id' | 'title'>;

/** The actions on a note; those that can be undone need no confirmation. */
export function useNoteActions() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: notesKey });
  const attempt = async (act: () => Promise<unknown>, failure: string): Promise<boolean> => {
    try {
      await act();
    } catch (error) {
      toastFailure(error, failure);
      return false;
    }
    await refresh();
    return true;
  };

  const restore = ({ id, title }: NoteRef) =>
    attempt(() => call(restoreNote, { params: { noteId: id } }), `Couldn’t restore “${title}”`);

  return {
    restore,
    pin: ({ id }: NoteRef, isPinned: boolean) =>
      attempt(
        () => call(pinNote, { params: { noteId: id }, body: { isPinned } }),
        isPinned ? 'Couldn’t pin note' : 'Couldn’t unpin note',
      ),
    async remove(note: NoteRef) {
      const act = () => call(deleteNote, { params: { noteId: note.id } });
      if (!(await attempt(act, 'Couldn’t delete note'))) return;
      toast({
        title: 'Note deleted',
        description: note.title,
        action: { label: 'Undo', onClick: () => void restore(note) },
      });
    },
    async leave(note: NoteRef) {
      const act = () => call(leaveNote, { params: { noteId: note.id } });
      if (await attempt(act, 'Couldn’t leave note'))
        toast({ title: 'You left the note', description: note.title });
    },
  };
}
