import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { listChannels } from '../../contract/channels.ts';
import type { ConnectionNotice } from '../panel/useConnectionNotice.ts';

type WriteAccess = Pick<ConnectionNotice, 'connected' | 'reason'>;

/** Whether the user can write in the channel now, and if not, why. */
export function useOpen(channelId: string, notice: ConnectionNotice): WriteAccess {
  const { data: isArchived } = useQuery({
    ...queryOptionsFor(listChannels),
    enabled: false,
    select: (channels) => channels.some(({ id, archivedAt }) => id === channelId && archivedAt),
  });
  return isArchived ? archived : notice;
}

const archived: WriteAccess = {
  connected: false,
  reason: 'This channel is archived and read-only.',
};
