import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import {
  type ComponentProps,
  type FocusEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
} from 'react';
import { Icon, type IconSource } from '../icon.tsx';
import '../nonce.ts';
import { floatClasses } from '../float.ts';
import type { Disclosure } from './disclosure.tsx';
import { closeAtEscape } from './escape.ts';
import { useLeave } from './leave.ts';

interface MenuLayerProps {
  menu: Disclosure;
  children: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  className?: string | undefined;
}

export function MenuLayer({ menu, children, align = 'start', side, className }: MenuLayerProps) {
  const leave = useLeave(menu.triggerRef);
  // The first opening may happen before radix could see the key that caused it.
  const focusFirst = (event: FocusEvent) => {
    if (event.target !== event.currentTarget || !menu.byKeyboard.current) return;
    menu.byKeyboard.current = false;
    const first = event.target.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])');
    first?.focus({ preventScroll: true });
  };
  return (
    // Not modal: radix would hide the rest of the page from assistive technology with its focus still reachable.
    <Radix.Root open={menu.open} onOpenChange={menu.setOpen} modal={false}>
      <Radix.Trigger asChild>
        <OwnTrigger triggerRef={menu.triggerRef} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={menu.contentId}
          aria-labelledby={menu.triggerId}
          align={align}
          {...(side && { side })}
          sideOffset={4}
          collisionPadding={8}
          loop
          className={clsx(floatClasses, 'min-w-48 overflow-y-auto p-1', className)}
          onFocus={focusFirst}
          onKeyDown={closeAtEscape(() => menu.setOpen(false))}
          {...leave}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface OwnTriggerProps extends Pick<Disclosure, 'triggerRef'> {
  ref?: Ref<HTMLElement | null>;
}

/** Radix gets the element that `DisclosureTrigger` renders, and renders none. */
function OwnTrigger({ triggerRef, ref }: OwnTriggerProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => triggerRef.current);
  return null;
}

const itemClasses = clsx(
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2 text-base select-none touch:min-h-11',
  'outline-none data-highlighted:bg-hover data-disabled:opacity-50 hover:no-underline',
  '[&_svg]:size-4 [&_svg]:shrink-0',
);

export interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  icon?: IconSource | undefined;
  danger?: boolean | undefined;
  /** Keyboard shortcut, shown at the end. */
  shortcut?: ReactNode;
}

export function MenuItem({ icon, danger, shortcut, className, children, ...rest }: MenuItemProps) {
  const classes = clsx(itemClasses, danger ? 'text-danger' : 'text-text', className);
  if (rest.asChild) {
    return (
      <Radix.Item {...rest} className={classes}>
        {children}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item {...rest} className={classes}>
      {icon && <Icon of={icon} className={danger ? '' : 'text-muted'} />}
      <span className="flex min-w-0 flex-1 items-center gap-2.5">{children}</span>
      {shortcut && <span className="pl-4 text-xs text-muted">{shortcut}</span>}
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-border" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <Radix.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted">
      {children}
    </Radix.Label>
  );
}

export function MenuRadioGroup(props: ComponentProps<typeof Radix.RadioGroup>) {
  return <Radix.RadioGroup {...props} />;
}

export interface MenuRadioItemProps extends ComponentProps<typeof Radix.RadioItem> {
  icon?: IconSource | undefined;
  description?: ReactNode;
}

export function MenuRadioItem({ icon, description, children, ...rest }: MenuRadioItemProps) {
  return (
    <Radix.RadioItem {...rest} className={clsx(itemClasses, 'text-text', rest.className)}>
      {icon && <Icon of={icon} className="text-muted" />}
      <span className="min-w-0 flex-1 py-1">
        <span className="flex items-center gap-2.5">{children}</span>
        {description && <span className="block text-xs text-muted">{description}</span>}
      </span>
      <span className="flex size-4 items-center justify-center text-accent">
        <Radix.ItemIndicator>
          <Check aria-hidden="true" />
        </Radix.ItemIndicator>
      </span>
    </Radix.RadioItem>
  );
}
