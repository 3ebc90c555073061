import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import {
  cancelScheduled,
  changeScheduled,
  type ScheduledMessage,
} from '../../../contract/personal.ts';
import { postMessage } from '../../../contract.ts';
import { asksForWord } from '../../guard/finding.ts';
import { useChat } from '../../panel/chatContext.ts';
import { useRefresh } from './useScheduled.ts';

export interface ScheduledChange {
  content?: string;
  sendAt?: string;
  urgent?: ScheduledMessage['urgent'];
  acceptsSensitive?: boolean;
}

/** What can be done with a message that waits; `onChanged` once a change of it shows. */
export function useScheduledActs(message: ScheduledMessage, onChanged: () => void) {
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
      // Should this fail, it goes out under the same id, and that is the message already there.
      await call(cancelScheduled, { params }).catch(() => {});
    },
    onSettled: refresh,
  });
  const acts = [change, cancel, send];
  // What was tried before is over: only the last word counts.
  const error = acts.toSorted((one, other) => other.submittedAt - one.submittedAt)[0]?.error;
  /** Does what was asked after all; null where nobody waits for the person's word. */
  const confirm = !asksForWord(error)
    ? null
    : error === send.error
      ? () => send.mutate(true)
      : () => change.mutate({ ...change.variables, acceptsSensitive: true });
  return {
    change,
    cancel,
    send,
    confirm,
    /** Forgets what went wrong before. */
    forgive() {
      for (const act of acts) if (!act.isPending) act.reset();
    },
    busy: change.isPending || cancel.isPending || send.isPending,
    problem: error ? sentenceOf(error, 'That did not work. Please try again.') : undefined,
  };
}

function post(message: ScheduledMessage, acceptsSensitive: boolean) {
  const { id, channelId, threadId, content, attachments, urgent } = message;
  const attachmentIds = attachments.map((file) => file.id);
  const body = { content, threadId, attachmentIds, clientMsgId: id, urgent, acceptsSensitive };
  return call(postMessage, { params: { channelId }, body });
}
