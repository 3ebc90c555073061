import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { type Audience, countAudience } from '../../contract.ts';

/** How many people the notice would ask; undefined while loading, null if it couldn't be counted. */
export function useAudienceCount(channelId: string, audience: Audience) {
  const query = useQuery({
    queryKey: ['notices', 'audience', channelId, audience],
    queryFn: ({ signal }) =>
      call(countAudience, { params: { channelId }, body: { audience } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (query.isError) return null;
  return query.isPlaceholderData ? undefined : query.data?.count;
}
