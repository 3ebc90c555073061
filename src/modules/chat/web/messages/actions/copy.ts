import { toast } from '../../../../../platform/web/ui/toast.ts';
import type { ChatMessage } from '../../../contract.ts';

export function linkTo({ channelId, id, threadId }: ChatMessage): string {
  const query = new URLSearchParams({ channel: channelId, message: id });
  if (threadId) query.set('thread', threadId);
  return `${window.location.origin}/?${query}`;
}

/** Nothing on screen shows that something was copied, so a toast says it. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: `${what} copied` });
  } catch {
    // The browser may forbid it, on a page without https for one.
    toast({ variant: 'destructive', title: `${what} not copied` });
  }
}
