import type { KeyboardEvent, PointerEvent } from 'react';

const narrowest = 360;
const widest = 1200;
const step = 24;

export interface ResizeHandleProps {
  width: number;
  onResize: (width: number) => void;
  onDrag: (dragging: boolean) => void;
}

/** The edge of the chat: drag it, or use the arrow keys. */
export function ResizeHandle({ width, onResize, onDrag }: ResizeHandleProps) {
  const resize = (to: number) => onResize(Math.round(Math.min(Math.max(to, narrowest), widest)));

  const onKeyDown = (event: KeyboardEvent) => {
    const to = target(event.key, width);
    if (to === undefined) return;
    event.preventDefault();
    resize(to);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    onDrag(true);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      resize(window.innerWidth - event.clientX);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is not a thematic break
    <div
      role="separator"
      aria-label="Resize chat"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => onDrag(false)}
      className="absolute inset-y-0 left-0 z-10 hidden w-1.5 cursor-col-resize touch-none hover:bg-accent focus-visible:bg-accent focus-visible:outline-none md:block"
    />
  );
}

function target(key: string, width: number): number | undefined {
  if (key === 'ArrowLeft') return width + step;
  if (key === 'ArrowRight') return width - step;
  if (key === 'Home') return narrowest;
  if (key === 'End') return widest;
  return undefined;
}
