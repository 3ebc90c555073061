import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './Button.tsx';
import { Icon, type IconSource } from './icon.tsx';
import { type Side, Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  icon: IconSource;
  /** Whether to show the tooltip; on by default. */
  tooltip?: boolean | undefined;
  side?: Side | undefined;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, tooltip = true, side, variant = 'ghost', size = 'md', ...rest } = props;
  const button = (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={clsx(
        buttonClasses({ variant, size }),
        size === 'md' ? 'w-row px-0!' : 'w-7 px-0! touch:w-10',
        rest.className,
      )}
    >
      <Icon of={icon} />
    </button>
  );
  if (!tooltip) return button;
  return (
    <Tooltip label={label} side={side} describes={false}>
      {button}
    </Tooltip>
  );
}
