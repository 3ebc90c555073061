import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useChat } from '../../state/chatContext.ts';
import { hasFocus, watchFocus } from '../../state/focus.ts';
import { fitInto, kindOf, onlyImageBox } from '../attachments/kinds.ts';
import { MessageRow } from '../row/MessageRow.tsx';
import type { Row } from '../row/rows.ts';
import { JumpToLatest, JumpToUnread } from './JumpButtons.tsx';
import { type Edges, ListEnd, ListTop, listEndHeight, listTopHeight } from './ListEnds.tsx';
import { endThreshold, useEnd, useEndAnchor } from './useEnd.ts';
import { useListKeys } from './useListKeys.ts';
import { useFollowing, useKeptEnd, usePaging } from './useScrolling.ts';
import { type Shown, useShown } from './useShown.ts';

export interface ListHandle {
  /** Scrolls a row into view. */
  reveal: (messageId: string) => void;
  scrollToEnd: () => void;
}

export interface MessageListProps {
  name: string;
  beginning: string;
  rows: readonly Row[];
  edges: Edges;
  shown: Shown | null;
  /** Unread messages whose first one is above or not loaded. */
  unread: { count: number; onGo: () => void; onDismiss: () => void } | null;
  /** Covered by something, so new messages are not seen. */
  covered?: boolean;
  /** Aligns few messages at the top instead of above the box. */
  fromTop?: boolean;
  handle: React.Ref<ListHandle>;
  onOlder: () => void;
  onNewer: () => void;
  onLatest: () => void;
  onSeen: (row: Row) => void;
  /** On unmount: the message in the middle of the screen; null if at the end. */
  onLeave?: (messageId: string | null) => void;
}

export function MessageList(props: MessageListProps) {
  const { name, beginning, rows, edges, unread } = props;
  const { user } = useChat();
  const scroller = useRef<HTMLDivElement>(null);
  const [bottom, setBottom] = useState(true);
  const isNavigating = useRef(false);
  const end = useEnd(scroller, isNavigating);
  const atEnd = bottom && edges.reachedEnd;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(rows[index]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    anchorTo: 'end',
    followOnAppend: edges.reachedEnd,
    scrollEndThreshold: endThreshold,
    overscan: 8,
    // Otherwise the first rows are rendered before those at the end.
    initialOffset: () =>
      props.shown ? 0 : rows.reduce((sum, row) => sum + estimateHeight(row), 0),
    paddingStart: listTopHeight,
    paddingEnd: listEndHeight(edges),
    onChange: (list) => setBottom(end.isAnchored() || list.isAtEnd(endThreshold)),
  });
  const { scrollToEnd, range } = virtualizer;
  const unseen = useUnseen(rows, user.id, atEnd);
  const { highlighted, leave } = useShown(virtualizer, rows, props.shown, isNavigating);
  const newAbove = useNewAbove(rows, range?.startIndex ?? 0, unread);

  const goToEnd = useCallback(() => {
    leave();
    scrollToEnd();
  }, [leave, scrollToEnd]);

  useLayoutEffect(() => scrollToEnd(), [scrollToEnd]);
  useSteadyFirst(virtualizer, rows[0]?.key);
  const size = virtualizer.getTotalSize();
  useEndAnchor({ end, isLast: edges.reachedEnd, size }, scrollToEnd);
  useKeptEnd(scroller, { atEnd, isNavigating, scrollToEnd });
  useFollowing(rows, atEnd, { scrollToEnd, goToEnd });
  usePaging({ scroller, offset: virtualizer.scrollOffset ?? 0, ...props });
  const lastOnScreen = range?.endIndex ?? -1;
  useOnScreen({
    lastIndex: lastOnScreen,
    lastKey: rows[lastOnScreen]?.key,
    covered: props.covered ?? false,
    onSeen: (index) => {
      const row = rows[index];
      if (row) props.onSeen(row);
    },
  });
  const middle = range ? rows[(range.startIndex + range.endIndex) >> 1]?.message?.id : undefined;
  useReportLeave(atEnd ? null : (middle ?? null), props.onLeave);
  useImperativeHandle(props.handle, () => ({
    scrollToEnd: goToEnd,
    reveal: (messageId) => {
      const index = rows.findIndex(({ message }) => message?.id === messageId);
      if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
    },
  }));
  const onKeyDown = useListKeys(virtualizer, scroller, rows);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={`Messages in ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it must be scrollable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="scroll-area min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div className={clsx('flex min-h-full flex-col', !props.fromTop && 'justify-end')}>
          <div className="relative w-full" style={{ height: size }}>
            <ListTop beginning={beginning} edges={edges} onOlder={props.onOlder} />
            <ul>
              {virtualizer.getVirtualItems().map(({ key, index, start }) => {
                const row = rows[index];
                return (
                  <li
                    key={key}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    className="absolute top-0 left-0 w-full"
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    {row && <MessageRow row={row} highlighted={isShown(row, highlighted)} />}
                  </li>
                );
              })}
            </ul>
            <ListEnd edges={edges} onNewer={props.onNewer} />
          </div>
        </div>
      </div>
      {unread && newAbove && (
        <JumpToUnread count={unread.count} onClick={unread.onGo} onDismiss={unread.onDismiss} />
      )}
      {!atEnd && <JumpToLatest count={unseen} onClick={props.onLatest} />}
    </div>
  );
}

/** Whether the first unread message is above; dismissed once it was on screen. */
function useNewAbove(
  rows: readonly Row[],
  start: number,
  unread: MessageListProps['unread'],
): boolean {
  const first = useMemo(() => rows.findIndex(({ startsNew }) => startsNew), [rows]);
  const seen = unread !== null && first >= start;
  const dismiss = useRef(unread?.onDismiss);
  dismiss.current = unread?.onDismiss;
  useEffect(() => {
    if (seen) dismiss.current?.();
  }, [seen]);
  return first < start;
}

function useReportLeave(place: string | null, onLeave: MessageListProps['onLeave']): void {
  const latest = useRef({ place, onLeave });
  latest.current = { place, onLeave };
  useEffect(() => () => latest.current.onLeave?.(latest.current.place), []);
}

function isShown({ message }: Row, highlighted: string | null): boolean {
  return highlighted !== null && message?.id === highlighted;
}

const charactersPerLine = 70;
const linePx = 20;

/** The estimated row height in pixels: the closer, the steadier the scroll bar. */
function estimateHeight(row: Row | undefined): number {
  if (!row) return 24;
  const { message, content, pending } = row;
  let height = row.startsGroup ? 30 : 4;
  if (row.startsDay) height += 36;
  if (row.startsNew) height += 24;
  for (const line of content.split('\n', 40))
    height += linePx * Math.max(1, Math.ceil(line.length / charactersPerLine));
  if (pending?.urgent || message?.metadata?.urgent) height += 24;
  if (!message) return height + 16;
  for (const file of message.attachments) {
    const picture = kindOf(file) === 'picture' && message.attachments.length === 1;
    height += picture ? fitInto(file.width ?? 0, file.height ?? 0, onlyImageBox).height : 52;
  }
  if (message.isPinned || message.isStarred) height += 16;
  if (message.reactions.length > 0) height += 28;
  if (message.thread) height += 36;
  const poll = message.metadata?.poll;
  return poll ? height + 40 + 40 * poll.options.length : height;
}

type List = Virtualizer<HTMLDivElement, Element>;

/**
 * When older messages are loaded above, the former first row loses its day separator and perhaps its
 * author. It shrinks at its top, so the scroll position is adjusted to keep the text in place.
 */
function useSteadyFirst(list: List, firstKey: string | undefined): void {
  const known = useRef(firstKey);
  const formerFirst = useRef<string>(undefined);
  if (known.current !== firstKey) formerFirst.current = known.current;
  known.current = firstKey;

  useLayoutEffect(() => {
    list.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }) => {
      if (key === formerFirst.current) {
        formerFirst.current = undefined;
        return true;
      }
      // The virtualizer's default: only rows above the viewport may adjust the scroll position.
      const offset = list.scrollOffset ?? 0;
      if (!list.itemSizeCache.has(key)) return start < offset;
      return end <= offset && list.scrollDirection !== 'backward';
    };
  }, [list]);
}

interface OnScreen {
  lastIndex: number;
  lastKey: string | undefined;
  /** Something covers the list. */
  covered: boolean;
  onSeen: (index: number) => void;
}

/** Calls `onSeen` with the last row on screen while the tab is visible and focused. */
function useOnScreen(shown: OnScreen) {
  const latest = useRef(shown);
  latest.current = shown;
  const { lastIndex, lastKey, covered } = shown;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a different row at the same index counts too
  useEffect(() => reportSeen(latest.current), [lastIndex, lastKey, covered]);

  useEffect(() => watchFocus(() => reportSeen(latest.current)), []);
}

function reportSeen({ lastIndex, covered, onSeen }: OnScreen): void {
  if (lastIndex >= 0 && !covered && hasFocus()) onSeen(lastIndex);
}

/** How many of other people's messages arrived below the visible ones. */
function useUnseen(rows: readonly Row[], me: number, atEnd: boolean): number {
  const seen = useRef(lastAt(rows));
  useEffect(() => {
    if (atEnd) seen.current = lastAt(rows);
  }, [atEnd, rows]);
  if (atEnd) return 0;
  let count = 0;
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index];
    if (!row || (row.message && row.at <= seen.current)) break;
    if (row.senderId !== me) count += 1;
  }
  return count;
}

/** Time of the newest confirmed message in ms: thread rows have no `seq`. */
function lastAt(rows: readonly Row[]): number {
  return rows.findLast(({ message }) => message !== null)?.at ?? 0;
}
