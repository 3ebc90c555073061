import { useMemo } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
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
        toastFailure(error, 'Couldn’t update thread');
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
