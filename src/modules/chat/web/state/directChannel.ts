import { listGeneralMessages, listMessages } from '../../contract.ts';

export const generalChannelId = 'general';

/** The call for the newest messages of a channel. */
export const newestCall = (channelId: string) =>
  channelId === generalChannelId
    ? { endpoint: listGeneralMessages }
    : { endpoint: listMessages, params: { channelId } };

/** The other person in one of my direct channels; null for other channels. */
export function otherPersonIn(channelId: string, me: number): number | null {
  const [, lower, higher] = /^dm-(\d+)-(\d+)$/.exec(channelId) ?? [];
  if (Number(lower) === me) return Number(higher);
  return Number(higher) === me ? Number(lower) : null;
}
