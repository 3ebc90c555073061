import type { Virtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent, RefObject } from 'react';
import { isPressed } from '../../state/shortcuts.ts';
import type { Row } from '../row/rows.ts';

type List = Virtualizer<HTMLDivElement, Element>;

/** A row is rendered within this many frames. */
const maxFrames = 10;

/** Up and down move between messages while the list or a row has the focus. */
export function useListKeys(
  list: List,
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
) {
  return (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const onRow = target.dataset.row;
    if (target !== scroller.current && onRow === undefined) return;
    const step = stepOf(event);
    if (step === 0) return;
    event.preventDefault();
    const at = rows.findIndex(({ key }) => key === onRow);
    const next = at < 0 ? (list.range?.endIndex ?? rows.length - 1) : at + step;
    const row = rows[next];
    if (!row) return;
    list.scrollToIndex(next, { align: 'auto' });
    focusRow(scroller.current, row.key);
  };
}

function stepOf({ nativeEvent }: KeyboardEvent): number {
  if (isPressed('nextMessage', nativeEvent)) return 1;
  return isPressed('previousMessage', nativeEvent) ? -1 : 0;
}

function focusRow(box: HTMLElement | null, key: string, frames = maxFrames): void {
  const row = box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);
  if (row) row.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusRow(box, key, frames - 1));
}
