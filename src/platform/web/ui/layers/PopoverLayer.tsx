import { clsx } from 'clsx';
import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import '../nonce.ts';
import type { Disclosure } from './disclosure.tsx';
import { floatClasses } from './float.ts';
import { useLeave } from './leave.ts';

interface PopoverLayerProps extends Omit<ComponentProps<typeof Radix.Content>, 'popover'> {
  popover: Disclosure;
  /** Its accessible name, when the trigger's own does not do. */
  label?: string | undefined;
}

export function PopoverLayer({ popover, label, className, children, ...rest }: PopoverLayerProps) {
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
          className={clsx(floatClasses, 'overflow-y-auto', className)}
          {...leave}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
