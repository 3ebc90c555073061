import type { ComponentProps } from 'react';
import type { ChatExtension } from '../../../chat/web/public.ts';
import { kindNames, type RequestPart as Request } from '../../contract.ts';
import { RequestStrip } from './RequestStrip.tsx';

type PartProps = ComponentProps<NonNullable<ChatExtension['Part']>>;

/** The request of a message, below its text. */
export default function RequestPart({ part, message, channel, user, open, take }: PartProps) {
  if (!isRequest(part)) return null;
  return (
    <RequestStrip
      request={part}
      target={{ channelId: message.channelId, messageId: message.id }}
      me={user.id}
      canModerate={channel?.can.moderate === true}
      open={open}
      take={take}
      className="mt-1.5 max-w-xl"
    />
  );
}

/** Only our server writes it; a kind of a newer version is not shown. */
function isRequest(part: unknown): part is Request {
  const { kind } = part as Partial<Request>;
  return kind !== undefined && kind in kindNames;
}
