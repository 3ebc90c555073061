import { useMemo } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { followThread, readThread, type ThreadState } from '../../contract/threads.ts';
import { useChat } from '../state/chatContext.ts';

/** Thread actions; the reply is applied wherever the thread is shown. */
export function useThreadActions(onChanged?: (state: ThreadState) => void) {
  const { threads } = useChat().session;
  return useMemo(() => {
    const apply = async (reply: Promise<ThreadState>) => {
      try {
        const state = await reply;
        threads.takeState(state);
        onChanged?.(state);
      } catch (error) {
        const description = sentenceOf(error);
        toast({ variant: 'destructive', title: 'Couldn’t update thread', description });
      }
    };
    return {
      follow: ({ threadId }: ThreadState, following: boolean) =>
        apply(call(followThread, { params: { messageId: threadId }, body: { following } })),
      markRead: ({ threadId, lastSeq, version }: ThreadState) =>
        apply(
          call(readThread, { params: { messageId: threadId }, body: { seq: lastSeq, version } }),
        ),
    };
  }, [threads, onChanged]);
}
