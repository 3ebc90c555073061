import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState } from 'react';
import type { Edge } from './arrange.ts';

type Drop<T> = (item: T, target: T, edge: Edge) => void;

/** A row of `list` that can be dragged, and that accepts other rows before or after it. */
export function useDragRow<T extends string | number>(list: string, id: T, onDrop: Drop<T>) {
  const ref = useRef<HTMLLIElement>(null);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const edgeAt = (y: number): Edge => {
      const { top, height } = element.getBoundingClientRect();
      return y < top + height / 2 ? 'before' : 'after';
    };
    return combine(
      draggable({
        element,
        getInitialData: () => ({ list, id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list,
        onDrag: ({ source, location }) =>
          setEdge(source.data.id === id ? null : edgeAt(location.current.input.clientY)),
        onDragLeave: () => setEdge(null),
        onDrop({ source, location }) {
          setEdge(null);
          latest.current(source.data.id as T, id, edgeAt(location.current.input.clientY));
        },
      }),
    );
  }, [list, id]);

  return { ref, classes: classesOf(dragged, edge) };
}

const line = 'after:absolute after:inset-x-0 after:h-0.5 after:bg-accent';

function classesOf(dragged: boolean, edge: Edge | null): string {
  if (dragged) return 'opacity-50';
  if (!edge) return '';
  return `${line} ${edge === 'before' ? 'after:-top-px' : 'after:-bottom-px'}`;
}
