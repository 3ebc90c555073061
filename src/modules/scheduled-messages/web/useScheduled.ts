import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { v7 as uuid } from 'uuid';
import { sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { toast } from '../../../platform/web/ui/toast.ts';
import { draftKey, urgentBy, useChat } from '../../chat/web/public.ts';
import { needsConfirmation } from '../../data-guard/web/public.ts';
import {
  listScheduled,
  type ScheduledMessage,
  scheduledChanged,
  scheduleMessage,
} from '../contract.ts';

const key = queryKeyFor(listScheduled);
const none: ScheduledMessage[] = [];

/** The scheduled and failed messages of one conversation, kept current. */
export function useScheduled(channelId: string, threadId: string | null): ScheduledMessage[] {
  useLiveQueries([key], [scheduledChanged]);
  const { data } = useQuery(queryOptionsFor(listScheduled));
  const here = data?.filter(
    (message) => message.channelId === channelId && message.threadId === threadId,
  );
  return here && here.length > 0 ? here : none;
}

/** Refetches the list after a change. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key });
}

interface ScheduleCommand {
  at: Date;
  acceptsSensitive?: boolean;
}

/** Schedules the draft. */
export function useSchedule(channelId: string, threadId: string | null) {
  const { session } = useChat();
  const refresh = useRefresh();
  const retry = useRef((_command: ScheduleCommand) => {});
  const lastAttempt = useRef({ serialized: '', id: '' });
  const schedule = useMutation({
    mutationFn: async ({ at: sendAt, acceptsSensitive = false }: ScheduleCommand) => {
      const draft = session.drafts.get(draftKey(channelId, threadId));
      const scheduled = {
        channelId,
        threadId,
        content: draft.text.trim(),
        attachmentIds: draft.attachments.map(({ id }) => id),
        alsoToChannel: threadId !== null && draft.alsoToChannel,
        replyToId: draft.replyToId,
        sendAt: sendAt.toISOString(),
        urgent: urgentBy(draft.urgent),
      };
      // The reply may have been lost: a retry with the same content and time reuses the id.
      const serialized = JSON.stringify(scheduled);
      if (lastAttempt.current.serialized !== serialized)
        lastAttempt.current = { serialized, id: uuid() };
      const { id } = lastAttempt.current;
      await call(scheduleMessage, { body: { id, ...scheduled, acceptsSensitive } });
      return draft;
    },
    async onSuccess(sent) {
      lastAttempt.current = { serialized: '', id: '' };
      const at = draftKey(channelId, threadId);
      // Text typed in the meantime is a new draft.
      if (session.drafts.get(at) === sent) session.drafts.clear(at);
      await refresh();
    },
    onError: (error, command) =>
      toast({
        title: 'Couldn’t schedule message',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
        action: needsConfirmation(error)
          ? {
              label: 'Schedule anyway',
              onClick: () => retry.current({ ...command, acceptsSensitive: true }),
            }
          : undefined,
      }),
  });
  retry.current = schedule.mutate;
  return schedule;
}
