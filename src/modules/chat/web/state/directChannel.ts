export const generalChannelId = 'general';

/** The channel id of two people, the same for both; with the same id twice, notes to self. */
export function directChannelId(oneId: number, otherId: number): string {
  return `dm-${Math.min(oneId, otherId)}-${Math.max(oneId, otherId)}`;
}

/** The other person in one of my direct channels; null for other channels. */
export function otherPersonIn(channelId: string, me: number): number | null {
  const [, lower, higher] = /^dm-(\d+)-(\d+)$/.exec(channelId) ?? [];
  if (Number(lower) === me) return Number(higher);
  return Number(higher) === me ? Number(lower) : null;
}
