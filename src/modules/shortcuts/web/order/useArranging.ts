import { useState } from 'react';
import { type Edge, moved, movedBeside, type Way } from './arrange.ts';

/** Reorders a list by key, menu or pointer, and announces the result to screen readers. */
export function useArranging<T>(
  list: readonly T[],
  nameOf: (item: T) => string,
  onChange: (list: T[]) => void,
) {
  const [announcement, announce] = useState('');
  const change = (item: T, next: T[]) => {
    if (next.every((one, at) => one === list[at])) return;
    announce(`${nameOf(item)} is now at position ${next.indexOf(item) + 1} of ${next.length}.`);
    onChange(next);
  };
  return {
    /** Text for a live region. */
    announcement,
    isFirst: (item: T) => list[0] === item,
    isLast: (item: T) => list.at(-1) === item,
    move: (item: T, way: Way) => change(item, moved(list, item, way)),
    drop: (item: T, target: T, edge: Edge) => change(item, movedBeside(list, item, target, edge)),
  };
}
