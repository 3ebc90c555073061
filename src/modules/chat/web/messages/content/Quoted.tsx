import { useQuery } from '@tanstack/react-query';
import { CornerUpRight } from 'lucide-react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { getMessage } from '../../../contract/changes.ts';
import { ImportedNote } from '../../parts/ImportedMark.tsx';
import { useChat } from '../../state/chatContext.ts';
import { openMessage } from '../../state/view/target.ts';
import { preview } from '../text/preview.ts';

interface Props {
  channelId: string;
  messageId: string;
}

/** The quoted message in one line; a click opens it. */
export function Quoted({ channelId, messageId }: Props) {
  const { store } = useChat().session;
  const loaded = store.get(channelId).messages.find(({ id }) => id === messageId);
  const fetched = useQuery({
    ...queryOptionsFor(getMessage, { params: { channelId, messageId } }),
    enabled: !loaded,
  });
  const quoted = loaded ?? fetched.data;
  const isDeleted = fetched.error instanceof ApiError && fetched.error.status === 404;
  return (
    <button
      type="button"
      disabled={!quoted}
      onClick={() => quoted && openMessage(channelId, quoted)}
      className="flex h-6 max-w-full items-center gap-1.5 text-sm text-muted enabled:hover:text-text touch:h-9"
    >
      <CornerUpRight aria-hidden className="size-3.5 shrink-0" />
      {quoted ? (
        <>
          <span className="shrink-0 font-medium">{quoted.senderName}</span>
          <ImportedNote message={quoted} />
          <span className="truncate">{preview(quoted)}</span>
        </>
      ) : (
        <span>{isDeleted ? 'A deleted message' : 'A message'}</span>
      )}
    </button>
  );
}
