import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { getVersion, listVersions, type Note, restoreVersion } from '../../contract.ts';
import { NoteText } from '../parts/NoteText.tsx';
import type { NoteEditing } from '../state/editing.ts';
import { notesKey } from '../state/notebookOf.ts';

interface Props {
  note: Note;
  /** The current version as shown. */
  version: number;
  editing: NoteEditing;
  onClose: () => void;
}

/** The earlier versions of a note, with restore. */
export function HistoryDialog({ note, version, editing, onClose }: Props) {
  const params = { noteId: note.id };
  const client = useQueryClient();
  const list = useQuery({ ...queryOptionsFor(listVersions, { params }), staleTime: 0 });
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen ?? list.data?.[0]?.version ?? null;

  const restore = useMutation({
    mutationFn: (from: number) =>
      call(restoreVersion, { params: { ...params, version: from }, body: { version } }),
    onSuccess: (restored) => {
      editing.follow(restored);
      toast({
        title: 'Version restored',
        description: 'The previous text is in the version history.',
      });
      void client.invalidateQueries({ queryKey: notesKey });
      onClose();
    },
    onError: (error) => toastFailure(error, 'Couldn’t restore version'),
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Version history"
      description={note.title}
      footer={
        note.may.edit &&
        shown !== null && (
          <Button
            variant="primary"
            disabled={editing.isDirty()}
            pending={restore.isPending}
            onClick={() => restore.mutate(shown)}
          >
            Restore this version
          </Button>
        )
      }
    >
      {list.data?.length === 0 && (
        <p className="text-base text-muted">
          No earlier versions yet. The last 50 versions of a note are saved.
        </p>
      )}
      {list.isError && (
        <NotLoaded isInline what="the versions" error={list.error} onRetry={list.refetch} />
      )}
      <div className="grid gap-4 sm:grid-cols-[220px_1fr]">
        <ul className="scroll-area flex max-h-40 flex-col gap-0.5 overflow-y-auto sm:max-h-96">
          {list.data?.map((entry) => (
            <li key={entry.version}>
              <button
                type="button"
                aria-pressed={entry.version === shown}
                onClick={() => setChosen(entry.version)}
                className={clsx(
                  'flex w-full flex-col rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover',
                  entry.version === shown && 'bg-accent-surface text-accent-strong',
                )}
              >
                <span>{exactTime(new Date(entry.writtenAt))}</span>
                <span className="text-xs">{entry.writtenBy.name}</span>
              </button>
            </li>
          ))}
        </ul>
        {shown !== null && <Version noteId={note.id} version={shown} />}
      </div>
    </Dialog>
  );
}

function Version({ noteId, version }: { noteId: string; version: number }) {
  const { data, error, refetch } = useQuery(
    queryOptionsFor(getVersion, { params: { noteId, version } }),
  );
  if (error && !data) {
    return <NotLoaded isInline what="this version" error={error} onRetry={refetch} />;
  }
  if (!data) return <Skeleton className="h-32" />;
  return (
    <section aria-label={`Version ${version}`} className="min-w-0 text-base text-text">
      <p className="pb-2 font-semibold wrap-anywhere">{data.title}</p>
      <NoteText content={data.content} />
    </section>
  );
}
