import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../../../platform/web/api/call.ts';
import { type Channel, removeMember } from '../../../../contract/channels.ts';
import { refreshChannels } from '../../keepChannel.ts';
import { toastRefusal } from '../frame.ts';

/** Removes someone from a channel; removing oneself is leaving. */
export function useRemoveMember(channel: Channel, onRemoved?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: number) =>
      call(removeMember, { params: { channelId: channel.id, userId } }),
    onSuccess: () => {
      onRemoved?.();
      refreshChannels(client, channel.id);
    },
    onError: (error) => toastRefusal(error, 'Couldn’t update members. Try again.'),
  });
}
