import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listDeletedNotes } from '../../contract.ts';
import { useNoteActions } from '../state/useNoteActions.ts';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function DeletedDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Recently deleted"
      description="Deleted notes can be restored for 30 days."
    >
      {open && <DeletedNotes />}
    </Dialog>
  );
}

function DeletedNotes() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listDeletedNotes),
    staleTime: 0,
  });
  const { restore } = useNoteActions();
  if (error) return <NotLoaded isInline what="deleted notes" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24" />;
  if (data.length === 0) {
    return (
      <EmptyState
        title="No deleted notes"
        description="Notes you delete appear here for 30 days."
      />
    );
  }
  return (
    <ul className="flex flex-col divide-y divide-border">
      {data.map((note) => {
        const at = new Date(note.deletedAt);
        return (
          <li key={note.id} className="flex min-h-12 items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-base text-text">{note.title}</span>
              <time className="text-xs text-muted" title={exactTime(at)}>
                Deleted {relativeTime(at, new Date())}
              </time>
            </span>
            <Button
              size="sm"
              aria-label={`Restore ${note.title}`}
              onClick={() => void restore(note)}
            >
              Restore
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
