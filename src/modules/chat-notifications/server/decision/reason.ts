import type { Facts } from './facts.ts';

/** Why a message concerns a person, most personal first; `message`: a plain message. */
export type NotifyReason =
  | 'name'
  | 'direct'
  | 'group'
  | 'call'
  | 'channel call'
  | 'thread'
  | 'keyword'
  | 'message';

export const isPersonal = (reason: NotifyReason) => reason !== 'message';

/** Why the message notifies the person, by their settings and the channel's level; null: it does not. */
export function notifyReasonOf(facts: Facts): NotifyReason | null {
  const { preferences } = facts;
  if (preferences.level === 'nothing') return null;
  if (facts.isNamed && (preferences.mentions || wantsAll(facts))) return 'name';
  if (preferences.isMuted || !facts.isIn) return null;
  return conversationOf(facts) ?? callOf(facts) ?? watchedOf(facts) ?? plainOf(facts);
}

/** The channel's level overrides the general setting. */
function wantsAll({ preferences, isIn, isNew, inTimeline }: Facts): boolean {
  if (!isNew || !inTimeline || !isIn || preferences.isMuted) return false;
  return preferences.level === 'all' || (preferences.level === null && preferences.all);
}

/** Direct and group messages count as addressed to each member. */
function conversationOf({ preferences, isNew, place, inTimeline }: Facts): NotifyReason | null {
  if (!isNew || preferences.level === 'mentions') return null;
  if (!preferences.all && !preferences.mentions && preferences.level !== 'all') return null;
  if (place === 'direct') return 'direct';
  return place === 'group' && inTimeline ? 'group' : null;
}

function callOf({ preferences, isCalled, callsChannel }: Facts): NotifyReason | null {
  if (!preferences.mentions) return null;
  if (isCalled) return 'call';
  return callsChannel ? 'channel call' : null;
}

/** Followed threads and keywords override the channel's level. */
function watchedOf({ preferences, isNew, followsThread, hasKeyword }: Facts): NotifyReason | null {
  if (!isNew) return null;
  if (followsThread && preferences.threads) return 'thread';
  return hasKeyword && preferences.keywords ? 'keyword' : null;
}

const plainOf = (facts: Facts): NotifyReason | null => (wantsAll(facts) ? 'message' : null);
