import { useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { deleteNote, leaveNote, type NoteCard, pinNote, restoreNote } from '../../contract.ts';
import { notesKey } from '../notebook/notebookOf.ts';

type Named = Pick<NoteCard, 'id' | 'title'>;

/** What one does to a whole note; what can be undone is done at once. */
export function useNoteActs() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: notesKey });
  const attempt = async (act: () => Promise<unknown>, failure: string): Promise<boolean> => {
    try {
      await act();
    } catch (error) {
      const description = sentenceOf(error);
      toast({ title: failure, description, variant: 'destructive' });
      return false;
    }
    await refresh();
    return true;
  };

  const restore = ({ id, title }: Named) =>
    attempt(() => call(restoreNote, { params: { noteId: id } }), `“${title}” was not restored`);

  return {
    restore,
    pin: ({ id }: Named, isPinned: boolean) =>
      attempt(
        () => call(pinNote, { params: { noteId: id }, body: { isPinned } }),
        isPinned ? 'The note was not pinned' : 'The note was not unpinned',
      ),
    async remove(note: Named) {
      const act = () => call(deleteNote, { params: { noteId: note.id } });
      if (!(await attempt(act, 'The note was not deleted'))) return;
      toast({
        title: 'Note deleted',
        description: note.title,
        action: { label: 'Undo', onClick: () => void restore(note) },
      });
    },
    async leave(note: Named) {
      const act = () => call(leaveNote, { params: { noteId: note.id } });
      if (await attempt(act, 'You could not leave the note'))
        toast({ title: 'You have left the note', description: note.title });
    },
  };
}
