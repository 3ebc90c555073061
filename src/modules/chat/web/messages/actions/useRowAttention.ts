import { type FocusEvent, type PointerEvent, useMemo, useState } from 'react';

export interface Attention {
  /** The row is hovered, focused, or has an open popover. */
  active: boolean;
  setPopoverOpen: (open: boolean) => void;
  handlers: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent) => void;
  };
}

/** Whether a row is in use: only then its buttons are rendered; a hundred rows have a thousand. */
export function useRowAttention(): Attention {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [popoverOpen, setPopoverOpen] = useState(false);
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
  return { active: hovered || focused || popoverOpen, setPopoverOpen, handlers };
}
