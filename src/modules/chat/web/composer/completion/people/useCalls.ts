import { callsEverybody, callsMany } from './audience.ts';
import { useAudience } from './useAudience.ts';

/** How many people the text would notify at once, where that is worth a word; null otherwise. */
export function useCalls(text: string, channelId: string): number | null {
  const calls = callsEverybody(text);
  const audience = useAudience(channelId, calls);
  return calls && !audience.isPersonal ? callsMany(text, audience) : null;
}
