import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { listChannels } from '../../contract/channels.ts';
import type { ConnectionNotice } from '../panel/useConnectionNotice.ts';

type Open = Pick<ConnectionNotice, 'connected' | 'reason'>;

/** Whether one can write there now, and if not, why. */
export function useOpen(channelId: string, notice: ConnectionNotice): Open {
  const { data: isArchived } = useQuery({
    ...queryOptionsFor(listChannels),
    enabled: false,
    select: (channels) => channels.some(({ id, archivedAt }) => id === channelId && archivedAt),
  });
  return isArchived ? archived : notice;
}

const archived: Open = {
  connected: false,
  reason: 'This channel is archived: nothing can be written in it any more.',
};
