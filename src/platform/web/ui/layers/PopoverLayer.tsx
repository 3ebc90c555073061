import { clsx } from 'clsx';
import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import '../nonce.ts';
import { floatClasses } from '../float.ts';
import { ErrorBoundary } from '../frame/ErrorBoundary.tsx';
import type { Disclosure } from './disclosure.tsx';
import { closeAtEscape } from './escape.ts';
import { useLeave } from './leave.ts';

interface PopoverLayerProps extends Omit<ComponentProps<typeof Radix.Content>, 'popover'> {
  popover: Disclosure;
  /** Accessible name, if the trigger's own is not enough. */
  label?: string | undefined;
  /** Transient: the focus stays where it is. */
  quiet?: boolean | undefined;
}

const stay = (event: Event) => event.preventDefault();

export function PopoverLayer(props: PopoverLayerProps) {
  const { popover, label, quiet = false, className, children, ...rest } = props;
  const leave = useLeave(popover.triggerRef);
  return (
    <Radix.Root open={popover.open} onOpenChange={popover.setOpen}>
      <Radix.Anchor virtualRef={popover.triggerRef as { current: HTMLElement }} />
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          {...rest}
          id={popover.contentId}
          {...(label ? { 'aria-label': label } : { 'aria-labelledby': popover.triggerId })}
          onKeyDown={closeAtEscape(() => popover.setOpen(false))}
          className={clsx(floatClasses, 'overflow-y-auto', className)}
          {...leave}
          {...(quiet && { onOpenAutoFocus: stay, onCloseAutoFocus: stay })}
        >
          <ErrorBoundary place="panel">{children}</ErrorBoundary>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
