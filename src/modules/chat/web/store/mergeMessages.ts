import type { ChatMessage } from '../../contract.ts';

/** Both lists as one, by seq, each message once; of two versions the one with the higher `rev` stays. */
export function mergeMessages(
  held: readonly ChatMessage[],
  incoming: readonly ChatMessage[],
): readonly ChatMessage[] {
  const fresh = incoming.filter((message) => !isKnown(held, message));
  if (fresh.length === 0) return held;
  const bySeq = new Map([...held, ...fresh].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

function isKnown(held: readonly ChatMessage[], message: ChatMessage): boolean {
  const twin = held.findLast(({ seq }) => seq <= message.seq);
  return twin?.seq === message.seq && twin.rev >= message.rev;
}
