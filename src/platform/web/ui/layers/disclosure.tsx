import { Slot } from 'radix-ui';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';

/** Controlled if `open` is given, otherwise uncontrolled. */
export interface DisclosureProps {
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

export interface Disclosure {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** The trigger was approached or opened once: load the layer. */
  wanted: boolean;
  want: () => void;
  /** Opened by keyboard: the first element inside takes the focus. */
  byKeyboard: RefObject<boolean>;
  triggerRef: RefObject<HTMLElement | null>;
  triggerId: string;
  contentId: string;
}

export function useDisclosure({ open: controlledOpen, onOpenChange }: DisclosureProps): Disclosure {
  const [own, setOwn] = useState(false);
  const [approached, setApproached] = useState(false);
  const byKeyboard = useRef(false);
  const triggerRef = useRef<HTMLElement>(null);
  const triggerId = useId();
  const open = controlledOpen ?? own;
  return {
    open,
    setOpen(next) {
      if (next) setApproached(true);
      if (controlledOpen === undefined) setOwn(next);
      if (next !== open) onOpenChange?.(next);
    },
    wanted: approached || open,
    want: () => setApproached(true),
    byKeyboard,
    triggerRef,
    triggerId,
    contentId: `${triggerId}-content`,
  };
}

export interface DisclosureTriggerProps extends ComponentProps<'button'> {
  /** The only child is the trigger itself (a `Button`, an `IconButton`), instead of a plain button. */
  asChild?: boolean | undefined;
}

interface Props extends DisclosureTriggerProps {
  disclosure: Disclosure;
  opens: 'menu' | 'dialog';
}

/** Our own trigger, not radix's: it stays the same element before and after the layer has loaded. */
export function DisclosureTrigger({ disclosure, opens, asChild, ref, ...rest }: Props) {
  const { open, setOpen, want, byKeyboard, triggerRef, triggerId, contentId } = disclosure;
  const Element = asChild ? Slot.Root : 'button';
  const openByKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    rest.onKeyDown?.(event);
    byKeyboard.current = true;
    if (opens !== 'menu' || event.key !== 'ArrowDown' || event.defaultPrevented) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <Element
      id={triggerId}
      {...(asChild ? {} : { type: 'button' as const })}
      {...rest}
      ref={(element: HTMLButtonElement | null) => {
        triggerRef.current = element;
        if (typeof ref === 'function') return ref(element);
        if (ref) ref.current = element;
      }}
      aria-haspopup={opens}
      aria-expanded={open}
      aria-controls={open ? contentId : undefined}
      data-state={open ? 'open' : 'closed'}
      onPointerEnter={(event) => {
        rest.onPointerEnter?.(event);
        want();
      }}
      onFocus={(event) => {
        rest.onFocus?.(event);
        want();
      }}
      onPointerDown={(event) => {
        rest.onPointerDown?.(event);
        byKeyboard.current = false;
      }}
      onKeyDown={openByKey}
      onClick={(event) => {
        rest.onClick?.(event);
        if (!event.defaultPrevented) setOpen(!open);
      }}
    />
  );
}
