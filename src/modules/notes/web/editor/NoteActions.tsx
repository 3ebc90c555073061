import { History, LogOut, Trash2, Users } from 'lucide-react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { Note } from '../../contract.ts';
import { useNoteActions } from '../list/useNoteActions.ts';

interface Props {
  note: Note;
  onShow: (dialog: 'sharing' | 'history') => void;
  onClose: () => void;
}

/** The actions on a note. */
export function NoteActions({ note, onShow, onClose }: Props) {
  const { remove, leave } = useNoteActions();
  const closeAnd = (act: (note: Note) => Promise<void>) => () => {
    onClose();
    void act(note);
  };
  return (
    <div className="-ml-2 flex">
      {note.may.share && (
        <IconButton label="Share note" icon={Users} onClick={() => onShow('sharing')} />
      )}
      <IconButton label="Version history" icon={History} onClick={() => onShow('history')} />
      {note.may.delete && (
        <IconButton label="Delete note" icon={Trash2} onClick={closeAnd(remove)} />
      )}
      {!note.isOwn && <IconButton label="Leave note" icon={LogOut} onClick={closeAnd(leave)} />}
    </div>
  );
}
