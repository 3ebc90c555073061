const maxUserId = 2_147_483_647;
const form = /^dm-([1-9]\d{0,9})-([1-9]\d{0,9})$/;

export type Pair = readonly [low: number, high: number];

/** The two user ids of a direct channel id, lower first; null for any other id or order. */
export function pairOf(channelId: string): Pair | null {
  const [, first, second] = form.exec(channelId) ?? [];
  const low = Number(first);
  const high = Number(second);
  return low <= high && high <= maxUserId ? [low, high] : null;
}
