import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';

const openAfterMs = 300;
/** Time enough to reach what has opened. */
const closeAfterMs = 250;

/**
 * A panel shown in passing while the pointer or the keyboard rests on its trigger, which takes nobody's
 * focus; a click, a tap or Enter lets it stay.
 */
export function usePeek() {
  const [open, setOpen] = useState(false);
  // Kept while it closes: what took no focus gives none back.
  const [stays, setStays] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  // The focus comes back to the trigger of what was closed: no reason to open it again.
  const returns = useRef(false);
  const soon = useSoon();

  const show = (staying: boolean) => {
    soon.cancel();
    setOpen(true);
    setStays(staying);
  };
  const close = () => {
    soon.cancel();
    returns.current = stays;
    setOpen(false);
  };
  const leave = () => {
    if (!stays) soon.act(close, closeAfterMs);
  };
  return {
    open,
    change: (next: boolean) => (next ? show(true) : close()),
    trigger: {
      onPointerEnter({ pointerType }: PointerEvent) {
        if (open) soon.cancel();
        else if (pointerType === 'mouse') soon.act(() => show(false), openAfterMs);
      },
      onPointerLeave: () => (open ? leave() : soon.cancel()),
      onFocus({ currentTarget }: FocusEvent<HTMLElement>) {
        if (!open && !returns.current && currentTarget.matches(':focus-visible')) show(false);
        returns.current = false;
      },
      onBlur: () => open && leave(),
      onClick(event: MouseEvent) {
        if (!open || stays) return;
        event.preventDefault();
        show(true);
        // By key: from here on it is walked through.
        if (event.detail === 0) content.current?.querySelector<HTMLElement>('a, button')?.focus();
      },
    },
    content: {
      ref: content,
      quiet: !stays,
      onPointerEnter: soon.cancel,
      onPointerLeave: leave,
      onFocus: () => show(true),
    },
  };
}

/** One thing to be done after a while, unless something else comes first. */
function useSoon() {
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
