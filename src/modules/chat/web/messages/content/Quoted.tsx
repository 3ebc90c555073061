import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CornerUpRight } from 'lucide-react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../../platform/web/realtime/useLiveQueries.ts';
import { getMessage } from '../../../contract/changes.ts';
import { ImportedNote } from '../../parts/ImportedMark.tsx';
import { useChat } from '../../state/chatContext.ts';
import { useLiveMessages } from '../../state/messages/useLiveMessages.ts';
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
  const fetched = useFetched({ channelId, messageId }, !loaded);
  const quoted = loaded ?? fetched;
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
        <span>A message</span>
      )}
    </button>
  );
}

/** A message that is not loaded with its channel; kept current, so that a deleted text does not stay visible. */
function useFetched(params: Props, enabled: boolean) {
  const client = useQueryClient();
  const query = queryOptionsFor(getMessage, { params });
  useLiveMessages((id, update) => {
    if (id !== params.messageId) return;
    client.setQueryData(query.queryKey, (message) => message && update(message));
  });
  useLiveQueries([query.queryKey]);
  // It may have changed while it was not on screen.
  return useQuery({ ...query, enabled, staleTime: 0 }).data;
}
