import { type ChannelChanges, type ChatMessage, historyPageSize } from '../../../contract.ts';
import {
  type ChannelState,
  emptyChannel,
  isTimeline,
  lastSeqOf,
  type TimelineMessage,
} from './channelState.ts';
import { type Change, type LiveChange, mergeMessages, retouch, revOf } from './mergeMessages.ts';

export type Outcome = 'applied' | 'ignored' | 'gap';

/**
 * Applies one live change: ignored if known, applied if it is the next revision, otherwise there is a
 * gap.
 */
export function applyLive(state: ChannelState, change: LiveChange): [ChannelState, Outcome] {
  const rev = revOf(change);
  if (rev <= state.rev) return [state, 'ignored'];
  if (change.prevRev > state.rev) return [state, 'gap'];
  return [{ ...applyChange(state, change), rev }, 'applied'];
}

/** Applies a change outside the revision order. */
export function applyChange(state: ChannelState, change: Change): ChannelState {
  if (state.phase !== 'ready') return state;
  if (change.kind === 'message') return insert(state, [change.message], change.own ?? false);
  const messages = retouch(state.messages, change);
  return messages === state.messages ? state : { ...state, messages };
}

/**
 * Applies the changes after revision `since`; the phase is `idle` afterward if the channel must be
 * reloaded.
 */
export function applyChanges(
  state: ChannelState,
  changes: ChannelChanges,
  since: number,
): ChannelState {
  const { lastRev, reset } = changes;
  // Older than our request: the server was restored from a backup, our state is invalid.
  if (lastRev < since) return emptied(state);
  // Replies may arrive out of order: the state is newer than this page.
  if (reset && state.phase === 'ready' && lastRev < state.rev) return state;
  // The newest page does not connect to a window elsewhere.
  if (reset && !state.reachedEnd) return emptied(state);
  const rev = Math.max(state.rev, lastRev);
  const known = { ...state, rev, lastSeq: Math.max(state.lastSeq, changes.lastSeq) };
  if (!reset) return insert(known, changes.messages, true);
  const page = changes.messages.filter(isTimeline);
  // Events received during the request are newer than the reply.
  const newer = state.messages.filter(({ seq }) => seq > lastSeqOf(page));
  return insert(restart(known, page), newer, false);
}

/** The first load of the newest page: current up to the revisions in it. */
export function applyFirst(state: ChannelState, page: readonly ChatMessage[]): ChannelState {
  const rev = Math.max(state.rev, ...page.map((message) => message.rev));
  return { ...restart(state, page.filter(isTimeline)), rev };
}

/** A refetch of the newest page. Does not advance the revision: thread changes may be missing. */
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

/** A separate window around an older message; does not advance the revision. */
export function applyAround(state: ChannelState, page: readonly ChatMessage[]): ChannelState {
  const around = restart(state, page.filter(isTimeline));
  const { messages, lastSeq } = around;
  const reachedStart = (messages[0]?.seq ?? 1) <= 1;
  return { ...around, reachedStart, reachedEnd: lastSeqOf(messages) >= lastSeq };
}

/** Keeps only the newest messages, to bound memory. */
export function trim(state: ChannelState, keep: number): ChannelState {
  if (state.messages.length <= keep) return state;
  return { ...state, messages: state.messages.slice(-keep), reachedStart: false, older: 'idle' };
}

/** Resets to not loaded; pending messages stay. */
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

/** Adds the messages that belong in the window; others are loaded when paging there. */
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

/** Whether a page continues or overlaps the window, so that merging leaves no gap. */
function continues(state: ChannelState, page: readonly ChatMessage[]): boolean {
  return state.reachedEnd && (page[0]?.seq ?? 1) <= lastSeqOf(state.messages) + 1;
}

function merge(
  current: readonly TimelineMessage[],
  incoming: readonly TimelineMessage[],
  own: boolean,
): readonly TimelineMessage[] {
  return mergeMessages(current, incoming, ({ seq }) => seq, own);
}

function isStart(page: readonly ChatMessage[]): boolean {
  return page.length < historyPageSize || (page[0]?.seq ?? 1) <= 1;
}
