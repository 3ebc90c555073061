import { clsx } from 'clsx';
import { Plus, Search, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useAddress } from '../../../platform/web/router/address.ts';
import { useSearchText } from '../../../platform/web/router/useSearchText.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { TextField } from '../../../platform/web/ui/TextField.tsx';
import type { NoteCard } from '../contract.ts';
import { AddNoteForm } from './editor/AddNoteForm.tsx';
import { NoteDialog } from './editor/NoteDialog.tsx';
import { DeletedDialog } from './history/DeletedDialog.tsx';
import { NoteLists, useOverview } from './list/NoteLists.tsx';
import { paper, paperStyle } from './parts/colors.ts';
import { NoteText } from './parts/NoteText.tsx';
import { SaveState } from './parts/SaveState.tsx';
import type { NoteEditing } from './state/editing.ts';
import type { Notebook } from './state/notebook.ts';
import { useEditing, useNotebook, useUnsent } from './state/useNotebook.ts';

/** The user's notes and those shared with them. */
export function NotesManager() {
  const notebook = useNotebook();
  const overview = useOverview();
  const { typed, setTyped, tag, setTag, search, openId, open } = useNotesAddress();
  const [addChoice, setAdding] = useState<boolean | null>(null);
  const [showsDeleted, setShowsDeleted] = useState(false);
  const [chosen, setChosen] = useState<NoteCard | null>(null);
  if (!notebook) return null;
  // Reopens an unfinished draft after a reload.
  const isAdding = addChoice ?? notebook.draft() !== null;
  const count = overview.data?.count;

  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto text-lg font-semibold text-text">
          Enterprise Notes{count !== undefined && ` (${count})`}
        </h3>
        <Button variant="ghost" onClick={() => setShowsDeleted(true)}>
          <Trash2 aria-hidden />
          Recently deleted
        </Button>
        {!isAdding && (
          <Button
            variant="primary"
            // The form that had the focus was closed.
            autoFocus={addChoice === false}
            onClick={() => setAdding(true)}
          >
            <Plus aria-hidden />
            Add Note
          </Button>
        )}
      </header>
      {isAdding && (
        <AddNoteForm
          notebook={notebook}
          suggestions={overview.data?.tags ?? []}
          onClose={() => setAdding(false)}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <TextField
          type="search"
          label="Search notes"
          labelHidden
          placeholder="Search notes..."
          icon={Search}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-56 flex-1 sm:max-w-sm"
        />
        {tag && (
          <Button size="sm" aria-label={`Clear tag filter ${tag}`} onClick={() => setTag('')}>
            #{tag}
            <X aria-hidden />
          </Button>
        )}
      </div>
      <UnsentNotes notebook={notebook} />
      <NoteLists
        filters={{ search, tag }}
        onTag={setTag}
        onOpen={(card) => {
          setChosen(card);
          open(card.id);
        }}
      />
      {openId && (
        <NoteDialog
          key={openId}
          id={openId}
          card={chosen?.id === openId ? chosen : null}
          notebook={notebook}
          suggestions={overview.data?.tags ?? []}
          onClose={() => open(null)}
        />
      )}
      <DeletedDialog open={showsDeleted} onOpenChange={setShowsDeleted} />
    </div>
  );
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The search, the tag and the open note, all kept in the URL. */
function useNotesAddress() {
  const { query, setQuery } = useAddress();
  const noteId = query.get('note') ?? '';
  return {
    ...useSearchText('notes'),
    tag: query.get('tag') ?? '',
    setTag: (tag: string) => setQuery({ tag }),
    openId: uuid.test(noteId) ? noteId : null,
    open: (id: string | null) => setQuery({ note: id }, { push: id !== null }),
  };
}

/** Notes that were created offline and are not synced yet. */
function UnsentNotes({ notebook }: { notebook: Notebook }) {
  const unsent = useUnsent(notebook);
  if (unsent.length === 0) return null;
  return (
    <ul aria-label="Notes not synced yet" className="flex flex-col gap-2">
      {unsent.map((editing) => (
        <UnsentNote key={editing.id} editing={editing} />
      ))}
    </ul>
  );
}

function UnsentNote({ editing }: { editing: NoteEditing }) {
  const state = useEditing(editing);
  return (
    <li
      style={paperStyle(state.text.color)}
      className={clsx('rounded-md border border-border p-3', paper)}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="text-base font-semibold text-text wrap-anywhere">{state.text.title}</p>
        <SaveState state={state} />
      </div>
      <div className="mt-1 line-clamp-4 text-sm wrap-anywhere text-text">
        <NoteText content={state.text.content} isPreview />
      </div>
    </li>
  );
}
