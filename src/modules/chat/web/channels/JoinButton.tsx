import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { addMembers, type Channel } from '../../contract/channels.ts';
import { useChat } from '../state/chatContext.ts';
import { keepChannel } from '../state/conversations/keepChannel.ts';

/** Joins a public channel. */
export function JoinButton({ channel, onJoined }: { channel: Channel; onJoined?: () => void }) {
  const { user } = useChat();
  const client = useQueryClient();
  const { id, name } = channel;
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(addMembers, { params: { channelId: id }, body: { userIds: [user.id] } }),
    onSuccess: (joined) => {
      keepChannel(client, joined);
      onJoined?.();
    },
    onError: (error) => toastError(error, `Couldn’t join ${name}. Try again.`),
  });
  return (
    <Button
      size="sm"
      variant="primary"
      aria-label={`Join ${name}`}
      pending={isPending}
      onClick={() => mutate()}
    >
      Join
    </Button>
  );
}
