import {
  type ChannelChanges,
  type ChatMessage,
  historyPageSize,
  type NewMessage,
} from '../../contract.ts';
import { type ChannelState, emptyChannel, lastSeqOf } from './channelState.ts';
import { mergeMessages } from './mergeMessages.ts';

export type Outcome = 'applied' | 'ignored' | 'gap';

/** One live change: ignored when known, applied when it follows what is held, otherwise a gap before it. */
export function applyFrame(state: ChannelState, frame: NewMessage): [ChannelState, Outcome] {
  if (frame.rev <= state.rev) return [state, 'ignored'];
  if (frame.prevRev > state.rev) return [state, 'gap'];
  const { prevRev: _, ...message } = frame;
  return [{ ...insert(state, [message]), rev: frame.rev }, 'applied'];
}

/** A message the server answered outside the order of changes: shown, but proves nothing of others. */
export function applyAnswer(state: ChannelState, message: ChatMessage): ChannelState {
  return state.phase === 'ready' ? insert(state, [message]) : state;
}

/** What happened after revision `since`, as it was asked; `idle` afterwards if all must be loaded anew. */
export function applyChanges(
  state: ChannelState,
  changes: ChannelChanges,
  since: number,
): ChannelState {
  const { messages, lastRev, reset } = changes;
  // Behind what we held when we asked: the server's past was restored, and ours never happened.
  if (lastRev < since) return { ...emptyChannel(state.channelId), pending: state.pending };
  const rev = Math.max(state.rev, lastRev);
  if (!reset) return { ...insert(state, messages), rev };
  // Frames that arrived while the answer was under way are newer than it.
  const newer = state.messages.filter(({ seq }) => seq > lastSeqOf(messages));
  return { ...restart(state, mergeMessages(messages, newer)), rev };
}

/** The newest page: the first load, or a later look that may only add. */
export function applyNewest(state: ChannelState, page: readonly ChatMessage[]): ChannelState {
  if (state.phase === 'ready' && touches(state.messages, page)) return insert(state, page);
  const rev = Math.max(state.rev, ...page.map((message) => message.rev));
  return { ...restart(state, page), rev };
}

export function applyOlder(state: ChannelState, page: readonly ChatMessage[]): ChannelState {
  const messages = mergeMessages(state.messages, page);
  return { ...state, messages, older: 'idle', reachedStart: isStart(page) };
}

/** Lets go of all but the newest, so that a day of reading does not fill the memory. */
export function trim(state: ChannelState, keep: number): ChannelState {
  if (state.messages.length <= keep) return state;
  return { ...state, messages: state.messages.slice(-keep), reachedStart: false };
}

function restart(state: ChannelState, messages: readonly ChatMessage[]): ChannelState {
  const reachedStart = isStart(messages);
  return { ...state, phase: 'ready', messages, reachedStart, older: 'idle' };
}

/** Adds what belongs in the window; changes to messages before it are read when paging there. */
function insert(state: ChannelState, incoming: readonly ChatMessage[]): ChannelState {
  const from = state.reachedStart ? 0 : (state.messages[0]?.seq ?? 0);
  const visible = incoming.filter(({ seq }) => seq >= from);
  const messages = mergeMessages(state.messages, visible);
  return messages === state.messages ? state : { ...state, messages };
}

/** Whether a page continues or overlaps the window, so that joining them leaves no hole. */
function touches(held: readonly ChatMessage[], page: readonly ChatMessage[]): boolean {
  const first = page[0]?.seq ?? 1;
  return first <= lastSeqOf(held) + 1;
}

function isStart(page: readonly ChatMessage[]): boolean {
  return page.length < historyPageSize || (page[0]?.seq ?? 1) <= 1;
}
