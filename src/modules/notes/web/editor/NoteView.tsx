import { History, LogOut, Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type Note, noteLimits } from '../../contract.ts';
import { HistoryDialog } from '../history/HistoryDialog.tsx';
import { NoteText } from '../parts/NoteText.tsx';
import { SaveState } from '../parts/SaveState.tsx';
import { ticked } from '../parts/tasks.ts';
import { ShareDialog } from '../sharing/ShareDialog.tsx';
import type { EditingState, NoteEditing } from '../state/editing.ts';
import type { Notebook } from '../state/notebook.ts';
import { useNoteActions } from '../state/useNoteActions.ts';
import { ConflictView } from './ConflictView.tsx';
import { ColorField } from './fields/ColorField.tsx';
import { ContentField } from './fields/ContentField.tsx';
import { TagsField } from './fields/TagsField.tsx';

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
        {hasConflict && <ConflictView editing={editing} state={state} notebook={notebook} />}
        {isEditing && <NoteFields editing={editing} state={state} suggestions={suggestions} />}
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
      {!note.isOwn && `Shared by ${note.owner.name} · `}
      Updated <time title={exactTime(at)}>{relativeTime(at, new Date())}</time>
      {note.updatedBy.id !== note.owner.id && ` by ${note.updatedBy.name}`}
    </span>
  );
}

interface NoteActionsProps {
  note: Note;
  onShow: (dialog: 'sharing' | 'history') => void;
  onClose: () => void;
}

/** The actions on a note. */
function NoteActions({ note, onShow, onClose }: NoteActionsProps) {
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

interface NoteFieldsProps {
  editing: NoteEditing;
  state: EditingState;
  suggestions: readonly string[];
}

/** The editable fields; changes are saved automatically. */
function NoteFields({ editing, state, suggestions }: NoteFieldsProps) {
  const { title, content, tags, color } = state.text;
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Title"
        dir="auto"
        value={title}
        maxLength={noteLimits.title}
        onChange={(event) => editing.edit({ title: event.target.value })}
        onBlur={() => editing.flush()}
      />
      <ContentField
        autoFocus
        rows={10}
        value={content}
        hint="**bold**, *italic*, # heading, - list, - [ ] to do, > quote, `code`"
        onChange={(next) => editing.edit({ content: next })}
        onBlur={() => editing.flush()}
      />
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <TagsField
          tags={tags}
          suggestions={suggestions}
          onChange={(next) => editing.edit({ tags: next })}
        />
        <ColorField value={color} onChange={(next) => editing.edit({ color: next })} />
      </div>
    </div>
  );
}
