import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import type { Note } from '../../contract.ts';
import { HistoryDialog } from '../history/HistoryDialog.tsx';
import { NoteText } from '../NoteText.tsx';
import { nameOf } from '../names.ts';
import type { EditingState, NoteEditing } from '../notebook/editing.ts';
import type { Notebook } from '../notebook/notebook.ts';
import { ShareDialog } from '../sharing/ShareDialog.tsx';
import { ticked } from '../tasks.ts';
import { DisputeView } from './DisputeView.tsx';
import { NoteActions } from './NoteActions.tsx';
import { NoteFields } from './NoteFields.tsx';
import { SaveState } from './SaveState.tsx';

interface Props {
  note: Note;
  editing: NoteEditing;
  state: EditingState;
  notebook: Notebook;
  suggestions: readonly string[];
  onClose: () => void;
}

type Shown = 'note' | 'sharing' | 'history';

/** One note, to read and, with permission, to edit. */
export function NoteView({ note, editing, state, notebook, suggestions, onClose }: Props) {
  const [wantsToEdit, setWantsToEdit] = useState(false);
  const [shown, setShown] = useState<Shown>('note');
  const { title, content } = state.text;
  const closeDialog = () => setShown('note');
  const tick = (at: number) => {
    editing.edit({ content: ticked(content, at) });
    editing.flush();
  };
  const hasConflict = state.phase === 'conflict';
  const isEditing = note.may.edit && wantsToEdit && !hasConflict;
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        size="lg"
        title={title.trim() || 'Untitled note'}
        description={isEditing ? undefined : <NoteHistory note={note} />}
        footer={
          <>
            <div className="mr-auto flex items-center gap-3">
              <NoteActions note={note} onShow={setShown} onClose={onClose} />
              {note.may.edit && <SaveState state={state} />}
            </div>
            {note.may.edit && !hasConflict && (
              <Button
                autoFocus={!isEditing}
                variant={isEditing ? 'primary' : 'secondary'}
                onClick={() => {
                  editing.flush();
                  setWantsToEdit(!wantsToEdit);
                }}
              >
                {!isEditing && <Pencil aria-hidden />}
                {isEditing ? 'Done' : 'Edit'}
              </Button>
            )}
          </>
        }
      >
        {hasConflict && <DisputeView {...{ editing, state, notebook }} />}
        {isEditing && <NoteFields {...{ editing, state, suggestions }} />}
        {!hasConflict && !isEditing && (
          <div className="text-base text-text">
            <NoteText content={content} onTick={note.may.edit ? tick : undefined} />
            {state.text.tags.length > 0 && (
              <p className="mt-4 text-sm text-muted">
                {state.text.tags.map((tag) => `#${tag}`).join(' ')}
              </p>
            )}
          </div>
        )}
      </Dialog>
      {shown === 'sharing' && <ShareDialog note={note} onClose={closeDialog} />}
      {shown === 'history' && (
        <HistoryDialog
          note={note}
          version={state.base.version}
          editing={editing}
          onClose={closeDialog}
        />
      )}
    </>
  );
}

function NoteHistory({ note }: { note: Note }) {
  const at = new Date(note.updatedAt);
  return (
    <span className="text-sm">
      {!note.isOwn && `Shared by ${nameOf(note.owner)} · `}
      Updated <time title={exactTime(at)}>{relativeTime(at, new Date())}</time>
      {note.updatedBy.id !== note.owner.id && ` by ${nameOf(note.updatedBy)}`}
    </span>
  );
}
