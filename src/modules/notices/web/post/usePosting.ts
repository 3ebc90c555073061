import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { call } from '../../../../platform/web/api/call.ts';
import { type Audience, countAudience, type Kind, postNotice } from '../../contract.ts';
import { dueOf, type NoticeForm } from './form.ts';

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

export function usePosting(channelId: string, onPosted: () => void) {
  // One id for the form, so that a repeat on a bad connection posts one notice.
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
