import type { Facts } from './facts.ts';

/** As what a message reaches a person, the most personal first; `message`: nothing in particular. */
export type NotifyReason =
  | 'name'
  | 'direct'
  | 'group'
  | 'call'
  | 'channel call'
  | 'thread'
  | 'keyword'
  | 'message';

export const isPersonal = (calling: NotifyReason) => calling !== 'message';

/** As what the message reaches the person, by their flags and the channel's level; null: it does not. */
export function notifyReasonOf(facts: Facts): NotifyReason | null {
  const { wishes } = facts;
  if (wishes.level === 'nothing') return null;
  if (facts.isNamed && (wishes.mentions || wantsAll(facts))) return 'name';
  if (wishes.isMuted || !facts.isIn) return null;
  return conversationOf(facts) ?? callOf(facts) ?? watchedOf(facts) ?? plainOf(facts);
}

/** The level of the channel goes before the flag for all of them. */
function wantsAll({ wishes, isIn, isNew, inTimeline }: Facts): boolean {
  if (!isNew || !inTimeline || !isIn || wishes.isMuted) return false;
  return wishes.level === 'all' || (wishes.level === null && wishes.all);
}

/** What is said to a few people is said to each of them, whether it names them or not. */
function conversationOf({ wishes, isNew, place, inTimeline }: Facts): NotifyReason | null {
  if (!isNew || wishes.level === 'mentions') return null;
  if (!wishes.all && !wishes.mentions && wishes.level !== 'all') return null;
  if (place === 'direct') return 'direct';
  return place === 'group' && inTimeline ? 'group' : null;
}

function callOf({ wishes, isCalled, callsChannel }: Facts): NotifyReason | null {
  if (!wishes.mentions) return null;
  if (isCalled) return 'call';
  return callsChannel ? 'channel call' : null;
}

/** To follow a thread, or to watch for a word, says more than the level of the channel. */
function watchedOf({ wishes, isNew, followsThread, hasKeyword }: Facts): NotifyReason | null {
  if (!isNew) return null;
  if (followsThread && wishes.threads) return 'thread';
  return hasKeyword && wishes.keywords ? 'keyword' : null;
}

const plainOf = (facts: Facts): NotifyReason | null => (wantsAll(facts) ? 'message' : null);
