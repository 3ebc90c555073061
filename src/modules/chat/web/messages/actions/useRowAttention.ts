import { type FocusEvent, type PointerEvent, useMemo, useState } from 'react';

export interface Attention {
  /** The pointer or the keyboard is at the row, or something that belongs to it is open. */
  active: boolean;
  /** Something opened from the row stands over the page. */
  setHeld: (held: boolean) => void;
  handlers: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent) => void;
  };
}

/** Whether somebody is busy with a row: only then its buttons are drawn, of which a hundred rows have a thousand. */
export function useRowAttention(): Attention {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [held, setHeld] = useState(false);
  const handlers = useMemo(
    () => ({
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    }),
    [],
  );
  return { active: hovered || focused || held, setHeld, handlers };
}
