import { Plus, Search, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { TextField } from '../../../platform/web/ui/TextField.tsx';
import type { NoteCard } from '../contract.ts';
import { AddNoteForm } from './editor/AddNoteForm.tsx';
import { NoteDialog } from './editor/NoteDialog.tsx';
import { DeletedDialog } from './history/DeletedDialog.tsx';
import { NoteLists } from './list/NoteLists.tsx';
import { UnsentNotes } from './list/UnsentNotes.tsx';
import { useFinding } from './list/useFinding.ts';
import { useOverview } from './list/useNotes.ts';
import { useNotebook } from './notebook/useNotebook.ts';

/** The user's notes and those shared with them. */
export function NotesManager() {
  const notebook = useNotebook();
  const overview = useOverview();
  const { typed, setTyped, tag, setTag, search, openId, open } = useFinding();
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
          <Button variant="primary" onClick={() => setAdding(true)}>
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
