import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useChat } from '../../panel/chatContext.ts';
import type { ChannelState } from '../../store/channelState.ts';
import { MessageRow } from '../row/MessageRow.tsx';
import type { Row } from '../row/rows.ts';
import { JumpToLatest } from './JumpToLatest.tsx';
import { ListTop, listTopHeight } from './ListTop.tsx';
import { useSteadyFirst } from './useSteadyFirst.ts';
import { useUnseen } from './useUnseen.ts';

interface Props {
  name: string;
  beginning: string;
  rows: readonly Row[];
  state: ChannelState;
  onOlder: () => void;
}

/** How close to the end still counts as reading the newest. */
const endThreshold = 80;
/** Older messages are asked for so long before the first is reached. */
const askWithinPx = 800;

export function MessageList({ name, beginning, rows, state, onOlder }: Props) {
  const { user } = useChat();
  const scroller = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.startsGroup ? 52 : 24),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endThreshold,
    overscan: 8,
    paddingStart: listTopHeight,
    paddingEnd: 12,
    onChange: (list) => setAtEnd(list.isAtEnd(endThreshold)),
  });
  const items = virtualizer.getVirtualItems();
  const unseen = useUnseen(state.messages, user.id, atEnd);

  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer]);
  useSteadyFirst(virtualizer, rows[0]?.key);
  useKeptEnd(scroller, atEnd, virtualizer.scrollToEnd);
  useFollowing(rows, atEnd, virtualizer.scrollToEnd);
  useOlder(scroller, virtualizer.scrollOffset ?? 0, state, onOlder);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={`Messages in ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        tabIndex={0}
        className="scroll-area min-h-0 flex-1 overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end">
          <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
            <ListTop beginning={beginning} state={state} onOlder={onOlder} />
            <ul>
              {items.map(({ key, index, start }) => {
                const row = rows[index];
                return (
                  <li
                    key={key}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    className="absolute top-0 left-0 w-full"
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    {row && <MessageRow row={row} />}
                  </li>
                );
              })}
            </ul>
          </div>
        </div>
      </div>
      {!atEnd && <JumpToLatest count={unseen} onClick={() => virtualizer.scrollToEnd()} />}
    </div>
  );
}

/** A box that grows below takes room from the list; who read the newest goes on reading it. */
function useKeptEnd(
  scroller: RefObject<HTMLDivElement | null>,
  atEnd: boolean,
  scrollToEnd: () => void,
) {
  const latest = useRef(atEnd);
  latest.current = atEnd;
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(() => latest.current && scrollToEnd());
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller, scrollToEnd]);
}

/** Who reads the newest goes on reading it; who sends a message wants to see it, wherever they were. */
function useFollowing(rows: readonly Row[], atEnd: boolean, scrollToEnd: () => void) {
  const last = rows.at(-1);
  const known = useRef(last?.key);
  const follow = atEnd || (last?.pending && !last.pending.failure);
  useLayoutEffect(() => {
    if (last?.key === known.current) return;
    known.current = last?.key;
    if (follow) scrollToEnd();
  }, [last?.key, follow, scrollToEnd]);
}

function useOlder(
  scroller: RefObject<HTMLDivElement | null>,
  offset: number,
  state: ChannelState,
  onOlder: () => void,
) {
  const near = offset < askWithinPx;
  const first = state.messages[0]?.seq;
  const latest = useRef(onOlder);
  latest.current = onOlder;
  useEffect(() => {
    // The list is drawn once before it has come to its end; nobody reads its beginning then.
    const there = (scroller.current?.scrollTop ?? 0) < askWithinPx;
    if (near && there && first !== undefined && state.older === 'idle') latest.current();
  }, [scroller, near, first, state.older]);
}
