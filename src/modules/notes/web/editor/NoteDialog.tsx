import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { isMissing } from '../../../../platform/web/api/isMissing.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { getNote, type Note, type NoteCard } from '../../contract.ts';
import type { Notebook } from '../state/notebook.ts';
import { useEditing } from '../state/useNotebook.ts';
import { NoteView } from './NoteView.tsx';

interface Props {
  id: string;
  /** The list's copy: enough to show a short note at once, or offline. */
  card: NoteCard | null;
  notebook: Notebook;
  suggestions: readonly string[];
  onClose: () => void;
}

export function NoteDialog({ id, card, notebook, suggestions, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getNote, { params: { noteId: id } }),
    staleTime: 0,
  });
  const note = data ?? (card && !card.isCut ? card : null);
  useEffect(() => () => notebook.find(id)?.flush(), [notebook, id]);
  if (note)
    return <OpenNote note={note} notebook={notebook} suggestions={suggestions} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={card?.title ?? 'Note'} size="lg">
      {isMissing(error) ? (
        <Notice tone="danger" live>
          This note doesn’t exist or is no longer shared with you.
        </Notice>
      ) : error ? (
        <NotLoaded isInline what="this note" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  );
}

interface OpenProps extends Pick<Props, 'notebook' | 'suggestions' | 'onClose'> {
  note: Note;
}

function OpenNote({ note, notebook, suggestions, onClose }: OpenProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once per note, the effect applies later responses
  const editing = useMemo(() => notebook.open(note), [notebook, note.id]);
  const state = useEditing(editing);
  useEffect(() => editing.follow(note), [editing, note]);
  const isGone = state.phase === 'gone';
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  return (
    <NoteView
      note={note}
      editing={editing}
      state={state}
      notebook={notebook}
      suggestions={suggestions}
      onClose={onClose}
    />
  );
}
