import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { call } from '../../../../platform/web/api/call.ts';
import { type Audience, countAudience, type Kind, postNotice } from '../../contract.ts';
import { dueOf, type NoticeForm } from './form.ts';

/** How many the notice would ask now, by the server's count; null where it cannot be counted. */
export function useAudienceCount(channelId: string, audience: Audience) {
  const counted = useQuery({
    queryKey: ['notices', 'audience', channelId, audience],
    queryFn: ({ signal }) =>
      call(countAudience, { params: { channelId }, body: { audience } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (counted.isError) return null;
  return counted.isPlaceholderData ? undefined : counted.data?.count;
}

export function usePosting(channelId: string, onPosted: () => void) {
  // One notice, however often its button is pressed on a bad line.
  const [clientMsgId] = useState(() => uuid());
  return useMutation({
    mutationFn: ({ kind, title, text, audience, ...form }: NoticeForm) => {
      const dueAt = dueOf(form, new Date())?.toISOString() ?? '';
      const body = { clientMsgId, kind: kind as Kind, title, text, audience, dueAt };
      return call(postNotice, { params: { channelId }, body });
    },
    onSuccess: onPosted,
  });
}
