import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { momentName } from '../../../../platform/web/time/days.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../../platform/web/ui/Popover.tsx';
import { Spinner } from '../../../../platform/web/ui/Spinner.tsx';
import { listPins, messageChanged } from '../../contract/changes.ts';
import type { ChatMessage } from '../../contract.ts';
import { ImportedNote } from '../parts/ImportedMark.tsx';
import { UrgentMark } from '../parts/UrgentMark.tsx';
import { useMessageActions } from '../state/messages/useMessageActions.ts';
import { openMessage } from '../state/view/target.ts';
import { preview } from './text/preview.ts';

interface Props {
  channelId: string;
  className?: string;
}

/** Lists the channel's pinned messages in a popover. */
export function PinnedMessages({ channelId, className }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <IconButton label="Pinned messages" icon={Pin} className={className} />
      </PopoverTrigger>
      <PopoverContent className="w-96 p-1">
        <Pins channelId={channelId} onGo={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function Pins({ channelId, onGo }: { channelId: string; onGo: () => void }) {
  const client = useQueryClient();
  const queryKey = queryKeyFor(listPins, { params: { channelId } });
  const pins = useQuery({ ...queryOptionsFor(listPins, { params: { channelId } }), staleTime: 0 });
  useSocketEvent(messageChanged, (changed) => {
    if (changed.channelId === channelId) void client.invalidateQueries({ queryKey });
  });
  useLiveQueries([queryKey]);
  if (pins.isPending) return <Spinner label="Loading" className="m-4" />;
  if (pins.isError) {
    return (
      <NotLoaded
        isInline
        what="pinned messages"
        error={pins.error}
        className="m-2"
        onRetry={pins.refetch}
      />
    );
  }
  if (pins.data.length === 0) {
    return (
      <EmptyState
        icon={Pin}
        title="No pinned messages"
        description="Pin messages that everyone in this conversation should find easily."
      />
    );
  }
  return (
    <ul aria-label="Pinned messages">
      {pins.data.map((message) => (
        <li key={message.id} className="flex items-start gap-1 rounded-sm hover:bg-hover">
          <Pinned message={message} onGo={onGo} />
        </li>
      ))}
    </ul>
  );
}

function Pinned({ message, onGo }: { message: ChatMessage; onGo: () => void }) {
  const actions = useMessageActions();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          openMessage(message.channelId, message);
          onGo();
        }}
        className="min-w-0 flex-1 p-2 text-left"
      >
        <span className="block truncate text-xs text-muted">
          <span className="font-medium text-text">{message.senderName}</span>{' '}
          {momentName(Date.parse(message.createdAt), Date.now())} <ImportedNote message={message} />
        </span>
        {message.metadata?.urgent && <UrgentMark reason={message.metadata.urgent.reason} />}
        <span className="line-clamp-2 text-base wrap-anywhere text-text">{preview(message)}</span>
      </button>
      <IconButton
        label="Unpin"
        icon={PinOff}
        size="sm"
        className="mt-1.5 mr-1 text-muted"
        onClick={() => void actions.pin(message)}
      />
    </>
  );
}
