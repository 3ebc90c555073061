import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';

const openAfterMs = 300;
/** Enough time to reach the opened popover. */
const closeAfterMs = 250;

/** A popover shown on hover or keyboard focus, without taking the focus; a click, tap or Enter pins it. */
export function usePeek() {
  const [open, setOpen] = useState(false);
  // Kept while closing: a popover that took no focus returns none.
  const [stays, setStays] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  // The focus returns to the trigger on close, which must not open it again.
  const returns = useRef(false);
  const delayed = useDelayed();

  const show = (staying: boolean) => {
    delayed.cancel();
    setOpen(true);
    setStays(staying);
  };
  const close = () => {
    delayed.cancel();
    returns.current = stays;
    setOpen(false);
  };
  const leave = () => {
    if (!stays) delayed.act(close, closeAfterMs);
  };
  return {
    open,
    change: (next: boolean) => (next ? show(true) : close()),
    trigger: {
      onPointerEnter({ pointerType }: PointerEvent) {
        if (open) delayed.cancel();
        else if (pointerType === 'mouse') delayed.act(() => show(false), openAfterMs);
      },
      onPointerLeave: () => (open ? leave() : delayed.cancel()),
      onFocus({ currentTarget }: FocusEvent<HTMLElement>) {
        if (!open && !returns.current && currentTarget.matches(':focus-visible')) show(false);
        returns.current = false;
      },
      onBlur: () => open && leave(),
      onClick(event: MouseEvent) {
        if (!open || stays) return;
        event.preventDefault();
        show(true);
        // By keyboard: move the focus into the popover.
        if (event.detail === 0) content.current?.querySelector<HTMLElement>('a, button')?.focus();
      },
    },
    content: {
      ref: content,
      quiet: !stays,
      onPointerEnter: delayed.cancel,
      onPointerLeave: leave,
      onFocus: () => show(true),
    },
  };
}

/** A single delayed action that can be canceled or replaced. */
function useDelayed() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    cancel,
    act(work: () => void, afterMs: number) {
      cancel();
      timer.current = setTimeout(work, afterMs);
    },
  };
}
