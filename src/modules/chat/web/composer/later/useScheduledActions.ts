import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import {
  cancelScheduled,
  changeScheduled,
  type ScheduledMessage,
} from '../../../contract/personal.ts';
import { postMessage } from '../../../contract.ts';
import { needsConfirmation } from '../../guard/finding.ts';
import { useChat } from '../../panel/chatContext.ts';
import { useRefresh } from './useScheduled.ts';

export interface ScheduledChange {
  content?: string;
  sendAt?: string;
  urgent?: ScheduledMessage['urgent'];
  acceptsSensitive?: boolean;
}

/** Actions on a scheduled message; `onChanged` is called once a change is visible. */
export function useScheduledActions(message: ScheduledMessage, onChanged: () => void) {
  const { session } = useChat();
  const refresh = useRefresh();
  const params = { scheduledId: message.id };
  const change = useMutation({
    mutationFn: (body: ScheduledChange) => call(changeScheduled, { params, body }),
    async onSettled(_changed, error) {
      await refresh();
      if (!error) onChanged();
    },
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelScheduled, { params }),
    onSettled: refresh,
  });
  const send = useMutation({
    async mutationFn(acceptsSensitive: boolean) {
      session.take(await post(message, acceptsSensitive));
      // If this fails, the scheduled send reuses the id and is deduplicated.
      await call(cancelScheduled, { params }).catch(() => {});
    },
    onSettled: refresh,
  });
  const mutations = [change, cancel, send];
  // Only the latest attempt's error matters.
  const error = mutations.toSorted((one, other) => other.submittedAt - one.submittedAt)[0]?.error;
  /** Repeats the refused action with consent; null if none is needed. */
  const confirm = !needsConfirmation(error)
    ? null
    : error === send.error
      ? () => send.mutate(true)
      : () => change.mutate({ ...change.variables, acceptsSensitive: true });
  return {
    change,
    cancel,
    send,
    confirm,
    /** Clears earlier errors. */
    dismissErrors() {
      for (const mutation of mutations) if (!mutation.isPending) mutation.reset();
    },
    busy: change.isPending || cancel.isPending || send.isPending,
    problem: error ? sentenceOf(error, 'Couldn’t update message. Try again.') : undefined,
  };
}

function post(message: ScheduledMessage, acceptsSensitive: boolean) {
  const { id, channelId, threadId, content, attachments, urgent } = message;
  const attachmentIds = attachments.map((file) => file.id);
  const body = { content, threadId, attachmentIds, clientMsgId: id, urgent, acceptsSensitive };
  return call(postMessage, { params: { channelId }, body });
}
