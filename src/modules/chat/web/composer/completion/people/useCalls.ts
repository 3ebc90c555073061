import { countNotified, hasGroupMention } from './audience.ts';
import { useAudience } from './useAudience.ts';

/** How many people the text would notify, if that deserves a warning; null otherwise. */
export function useNotifiedCount(text: string, channelId: string): number | null {
  const mentioned = hasGroupMention(text);
  const audience = useAudience(channelId, mentioned);
  return mentioned && !audience.isPersonal ? countNotified(text, audience) : null;
}
