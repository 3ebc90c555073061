import { History, LogOut, Trash2, Users } from 'lucide-react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import type { Note } from '../../contract.ts';
import { useNoteActs } from '../list/useNoteActs.ts';

interface Props {
  note: Note;
  onShow: (what: 'sharing' | 'history') => void;
  onClose: () => void;
}

/** What can be done with a whole note. */
export function NoteActs({ note, onShow, onClose }: Props) {
  const { remove, leave } = useNoteActs();
  const end = (act: (note: Note) => Promise<void>) => () => {
    onClose();
    void act(note);
  };
  return (
    <div className="-ml-2 flex">
      {note.may.share && (
        <IconButton label="Share note" icon={Users} onClick={() => onShow('sharing')} />
      )}
      <IconButton label="Earlier versions" icon={History} onClick={() => onShow('history')} />
      {note.may.delete && <IconButton label="Delete note" icon={Trash2} onClick={end(remove)} />}
      {!note.isOwn && <IconButton label="Leave note" icon={LogOut} onClick={end(leave)} />}
    </div>
  );
}
