import { clsx } from 'clsx';
import { paper, paperStyle } from '../colors.ts';
import { SaveState } from '../editor/SaveState.tsx';
import { NoteText } from '../NoteText.tsx';
import type { NoteEditing } from '../notebook/editing.ts';
import type { Notebook } from '../notebook/notebook.ts';
import { useEditing, useUnsent } from '../notebook/useNotebook.ts';

/** Notes that were created offline and are not synced yet. */
export function UnsentNotes({ notebook }: { notebook: Notebook }) {
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
