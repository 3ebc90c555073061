import { toast } from '../../../../../platform/web/ui/toast.ts';
import type { ChatMessage } from '../../../contract.ts';

export function linkTo({ channelId, id, threadId }: ChatMessage): string {
  const query = new URLSearchParams({ channel: channelId, message: id });
  if (threadId) query.set('thread', threadId);
  return `${window.location.origin}/?${query}`;
}

/** Nothing else on screen shows that the text was copied. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: `${what} copied` });
  } catch {
    // The browser may forbid it, e.g. without HTTPS.
    toast({ variant: 'destructive', title: `Couldn’t copy ${what.toLowerCase()}` });
  }
}
