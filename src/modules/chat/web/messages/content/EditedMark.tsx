import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { fullTime } from '../../../../../platform/web/time/moments.ts';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import {
  Popover,
  PopoverContent,
  PopoverTrigger,
} from '../../../../../platform/web/ui/Popover.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import { listEdits } from '../../../contract/changes.ts';
import type { ChatMessage } from '../../../contract.ts';

/** Marks an edited message; opens its edit history. */
export function EditedMark({ message }: { message: ChatMessage }) {
  return (
    <Popover>
      <PopoverTrigger className="cursor-default rounded-sm text-xs text-muted hover:underline">
        (edited)
      </PopoverTrigger>
      <PopoverContent label="Edit history" align="start" className="w-96 p-3">
        <History message={message} />
      </PopoverContent>
    </Popover>
  );
}

function History({ message: { id, channelId, editedAt } }: { message: ChatMessage }) {
  const edits = useQuery({
    ...queryOptionsFor(listEdits, { params: { channelId, messageId: id } }),
    // There may have been another edit since.
    staleTime: 0,
  });
  if (edits.isPending) return <Spinner label="Loading" />;
  if (edits.isError) {
    return (
      <NotLoaded isInline what="the edit history" error={edits.error} onRetry={edits.refetch} />
    );
  }
  return (
    <>
      <p className="pb-2 text-xs text-muted">
        Last edited {editedAt && fullTime(Date.parse(editedAt))}
      </p>
      <ol className="flex flex-col gap-3" reversed>
        {edits.data.toReversed().map(({ version, content, replacedAt }) => (
          <li key={version}>
            <p className="text-xs text-muted">Until {fullTime(Date.parse(replacedAt))}</p>
            <p className="text-base wrap-anywhere whitespace-pre-wrap text-text">
              {content || 'No text, only files'}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
