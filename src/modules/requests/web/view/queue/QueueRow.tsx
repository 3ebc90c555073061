import { useQueryClient } from '@tanstack/react-query';
import { useNow } from '../../../../../platform/web/time/useNow.ts';
import { chatNavigate } from '../../../../chat/web/public.ts';
import type { QueuedRequest } from '../../../contract.ts';
import { refetchRequests } from '../../state/counts.ts';
import { span } from '../../state/times.ts';
import type { ChannelNames } from '../../state/useChannelNames.ts';
import { RequestStrip } from '../../strip/RequestStrip.tsx';

interface Props {
  request: QueuedRequest;
  me: number;
  channels: ChannelNames;
}

/** A request with its message and a link to it. */
export function QueueRow({ request, me, channels }: Props) {
  const client = useQueryClient();
  const now = useNow(10_000).getTime();
  const { channelId, messageId, askedBy } = request;
  const name = channels.nameOf(channelId, request.channelName);
  const requester = askedBy === me ? 'you' : request.askedByName;
  const age = span(Math.max(now - Date.parse(request.askedAt), 60_000));
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <div>
        <p className="truncate text-sm text-muted">
          <button
            type="button"
            aria-label={`Go to message in ${name}`}
            onClick={() => chatNavigate({ channelId, messageId })}
            className="font-medium text-text hover:underline touch:min-h-11"
          >
            {name}
          </button>
          {` · requested by ${requester} ${age} ago`}
        </p>
        <p className="line-clamp-2 text-base wrap-anywhere text-text">{request.content}</p>
      </div>
      <RequestStrip
        request={request}
        target={{ channelId, messageId }}
        me={me}
        canModerate={channels.channelOf(channelId)?.can.moderate === true}
        open
        take={() => refetchRequests(client)}
      />
    </div>
  );
}
