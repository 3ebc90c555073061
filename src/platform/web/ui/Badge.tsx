import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Icon, type IconSource } from './icon.tsx';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

const tones: Record<Tone, string> = {
  neutral: 'bg-fill text-text',
  accent: 'bg-accent-surface text-accent-strong',
  success: 'bg-success-surface text-success-text',
  warning: 'bg-warning-surface text-warning-text',
  danger: 'bg-danger-surface text-danger-text',
  info: 'bg-info-surface text-info-text',
};

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: Tone | undefined;
  icon?: IconSource | undefined;
}

/** A status label. The tone supports the text and never replaces it. */
export function Badge({ tone = 'neutral', icon, className, children, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={clsx(
        'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        '[&_svg]:size-3',
        tones[tone],
        className,
      )}
    >
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}
