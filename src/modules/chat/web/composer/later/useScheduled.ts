import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { v7 as uuid } from 'uuid';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../../platform/web/realtime/useLiveQueries.ts';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import {
  listScheduled,
  type ScheduledMessage,
  scheduledChanged,
  scheduleMessage,
} from '../../../contract/personal.ts';
import { asksForWord } from '../../guard/finding.ts';
import { useChat } from '../../panel/chatContext.ts';
import { draftKey } from '../../store/drafts.ts';
import { urgentBy } from '../urgent/reason.ts';

const key = queryKeyFor(listScheduled);
const none: ScheduledMessage[] = [];

/** What waits to be sent in one conversation, and what could not be, kept current. */
export function useScheduled(channelId: string, threadId: string | null): ScheduledMessage[] {
  useLiveQueries([key], [scheduledChanged]);
  const { data } = useQuery(queryOptionsFor(listScheduled));
  const here = data?.filter(
    (message) => message.channelId === channelId && message.threadId === threadId,
  );
  return here && here.length > 0 ? here : none;
}

/** Asks for the list anew after one's own change, and before its answer shows. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key });
}

interface Later {
  at: Date;
  acceptsSensitive?: boolean;
}

/** Puts what is drafted aside to be sent at a time. */
export function useSchedule(channelId: string, threadId: string | null) {
  const { session } = useChat();
  const refresh = useRefresh();
  const again = useRef((_later: Later) => {});
  const tried = useRef({ words: '', id: '' });
  const schedule = useMutation({
    mutationFn: async ({ at: sendAt, acceptsSensitive = false }: Later) => {
      const draft = session.drafts.get(draftKey(channelId, threadId));
      const words = {
        channelId,
        threadId,
        content: draft.text.trim(),
        attachmentIds: draft.attachments.map(({ id }) => id),
        sendAt: sendAt.toISOString(),
        urgent: urgentBy(draft.urgent),
      };
      // An answer that was lost may have been a yes: the same words for the same time are the same message.
      const same = JSON.stringify(words);
      if (tried.current.words !== same) tried.current = { words: same, id: uuid() };
      const { id } = tried.current;
      await call(scheduleMessage, { body: { id, ...words, acceptsSensitive } });
      return draft;
    },
    async onSuccess(sent) {
      tried.current = { words: '', id: '' };
      const at = draftKey(channelId, threadId);
      // What was written on meanwhile is another message.
      if (session.drafts.get(at) === sent) session.drafts.clear(at);
      await refresh();
    },
    onError: (error, later) =>
      toast({
        title: 'Not scheduled',
        description: sentenceOf(error, 'The message could not be scheduled. Please try again.'),
        variant: 'destructive',
        action: asksForWord(error)
          ? {
              label: 'Schedule anyway',
              onClick: () => again.current({ ...later, acceptsSensitive: true }),
            }
          : undefined,
      }),
  });
  again.current = schedule.mutate;
  return schedule;
}
