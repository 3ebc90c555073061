import { type DragEvent, useRef, useState } from 'react';

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Accepts files dragged over an element: `over` while they are, `dropping` for its props. */
export function useFileDrop(onDrop: (data: DataTransfer) => void) {
  const [over, setOver] = useState(false);
  // Every nested element fires its own enter and leave events.
  const depth = useRef(0);
  const count = (event: DragEvent, step: 1 | -1) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  return {
    over,
    dropping: {
      onDragEnter: (event: DragEvent) => count(event, 1),
      onDragLeave: (event: DragEvent) => count(event, -1),
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDrop(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onDrop(event.dataTransfer);
      },
    },
  };
}
