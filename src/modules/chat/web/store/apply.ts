import { type ChannelChanges, type ChatMessage, historyPageSize } from '../../contract.ts';
import {
  type ChannelState,
  emptyChannel,
  isTimeline,
  lastSeqOf,
  type TimelineMessage,
} from './channelState.ts';
import { type Change, type LiveChange, mergeMessages, retouch, revOf } from './mergeMessages.ts';

export type Outcome = 'applied' | 'ignored' | 'gap';

/** One live change: ignored when known, applied when it follows what is held, otherwise a gap before it. */
export function applyLive(state: ChannelState, change: LiveChange): [ChannelState, Outcome] {
  const rev = revOf(change);
  if (rev <= state.rev) return [state, 'ignored'];
  if (change.prevRev > state.rev) return [state, 'gap'];
  return [{ ...applyChange(state, change), rev }, 'applied'];
}

/** What is known outside the order of changes: shown, but proves nothing of others. */
export function applyChange(state: ChannelState, change: Change): ChannelState {
  if (state.phase !== 'ready') return state;
  if (change.kind === 'message') return insert(state, [change.message], change.own ?? false);
  const messages = retouch(state.messages, change);
  return messages === state.messages ? state : { ...state, messages };
}

/** What happened after revision `since`, as it was asked; `idle` afterwards if all must be loaded anew. */
export function applyChanges(
  state: ChannelState,
  changes: ChannelChanges,
  since: number,
): ChannelState {
  const { lastRev, reset } = changes;
  // Behind what we held when we asked: the server's past was restored, and ours never happened.
  if (lastRev < since) return emptied(state);
  // Answers may overtake one another: what another one said since is newer than this page.
  if (reset && state.phase === 'ready' && lastRev < state.rev) return state;
  // The newest page says nothing of a window that does not end there.
  if (reset && !state.reachedEnd) return emptied(state);
  const rev = Math.max(state.rev, lastRev);
  const known = { ...state, rev, lastSeq: Math.max(state.lastSeq, changes.lastSeq) };
  if (!reset) return insert(known, changes.messages, true);
  const page = changes.messages.filter(isTimeline);
  // Frames that arrived while the answer was under way are newer than it.
  const newer = state.messages.filter(({ seq }) => seq > lastSeqOf(page));
  return insert(restart(known, page), newer, false);
}

/** The newest page as the beginning of all: it is current up to the revisions it shows. */
export function applyFirst(state: ChannelState, page: readonly ChatMessage[]): ChannelState {
  const rev = Math.max(state.rev, ...page.map((message) => message.rev));
  return { ...restart(state, page.filter(isTimeline)), rev };
}

/** A later look at the newest page. It proves no revision: threads may lack what led there. */
export function applyNewest(state: ChannelState, page: readonly ChatMessage[]): ChannelState {
  if (continues(state, page)) return insert(state, page, true);
  return restart(state, page.filter(isTimeline));
}

export function applyOlder(state: ChannelState, page: readonly ChatMessage[]): ChannelState {
  const messages = merge(state.messages, page.filter(isTimeline), true);
  return { ...state, messages, older: 'idle', reachedStart: isStart(page) };
}

export function applyNewer(state: ChannelState, page: readonly ChatMessage[]): ChannelState {
  const messages = merge(state.messages, page.filter(isTimeline), true);
  const lastSeq = Math.max(state.lastSeq, lastSeqOf(messages));
  const reachedEnd = page.length < historyPageSize || lastSeqOf(messages) >= lastSeq;
  return { ...state, messages, lastSeq, newer: 'idle', reachedEnd };
}

/** A window of its own around an older message; it moves no revision. */
export function applyAround(state: ChannelState, page: readonly ChatMessage[]): ChannelState {
  const around = restart(state, page.filter(isTimeline));
  const { messages, lastSeq } = around;
  const reachedStart = (messages[0]?.seq ?? 1) <= 1;
  return { ...around, reachedStart, reachedEnd: lastSeqOf(messages) >= lastSeq };
}

/** Lets go of all but the newest, so that a day of reading does not fill the memory. */
export function trim(state: ChannelState, keep: number): ChannelState {
  if (state.messages.length <= keep) return state;
  return { ...state, messages: state.messages.slice(-keep), reachedStart: false, older: 'idle' };
}

/** As if never loaded; what waits to be sent stays. */
export function emptied({ channelId, pending }: ChannelState): ChannelState {
  return { ...emptyChannel(channelId), pending };
}

function restart(state: ChannelState, messages: readonly TimelineMessage[]): ChannelState {
  return {
    ...state,
    phase: 'ready',
    messages,
    lastSeq: Math.max(state.lastSeq, lastSeqOf(messages)),
    reachedStart: isStart(messages),
    reachedEnd: true,
    older: 'idle',
    newer: 'idle',
  };
}

/** Adds what belongs in the window; changes to messages outside it are read when paging there. */
function insert(state: ChannelState, incoming: readonly ChatMessage[], own: boolean): ChannelState {
  const timeline = incoming.filter(isTimeline);
  const from = state.reachedStart ? 0 : (state.messages[0]?.seq ?? 0);
  const upTo = state.reachedEnd ? Number.POSITIVE_INFINITY : lastSeqOf(state.messages);
  const visible = timeline.filter(({ seq }) => seq >= from && seq <= upTo);
  const messages = merge(state.messages, visible, own);
  const lastSeq = Math.max(state.lastSeq, ...timeline.map(({ seq }) => seq));
  if (messages === state.messages && lastSeq === state.lastSeq) return state;
  return { ...state, messages, lastSeq };
}

/** Whether a page continues or overlaps the window, so that joining them leaves no hole. */
function continues(state: ChannelState, page: readonly ChatMessage[]): boolean {
  return state.reachedEnd && (page[0]?.seq ?? 1) <= lastSeqOf(state.messages) + 1;
}

function merge(
  held: readonly TimelineMessage[],
  incoming: readonly TimelineMessage[],
  own: boolean,
): readonly TimelineMessage[] {
  return mergeMessages(held, incoming, ({ seq }) => seq, own);
}

function isStart(page: readonly ChatMessage[]): boolean {
  return page.length < historyPageSize || (page[0]?.seq ?? 1) <= 1;
}
