import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, Lock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, type IconSource } from './icon.tsx';

const looks = {
  info: { classes: 'bg-info-surface text-info-text', icon: Info },
  success: { classes: 'bg-success-surface text-success-text', icon: CircleCheck },
  warning: { classes: 'bg-warning-surface text-warning-text', icon: TriangleAlert },
  danger: { classes: 'bg-danger-surface text-danger-text', icon: CircleAlert },
  locked: { classes: 'bg-fill text-text', icon: Lock },
} as const satisfies Record<string, { classes: string; icon: IconSource }>;

export interface NoticeProps {
  tone?: keyof typeof looks | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** Actions. */
  action?: ReactNode;
  /** Announced when it appears: errors at once, others politely. */
  live?: boolean | undefined;
  className?: string | undefined;
}

/** A message about the content below it: a status, an error, a success. */
export function Notice({ tone = 'info', title, children, action, live, className }: NoticeProps) {
  const { classes, icon } = looks[tone];
  const urgent = tone === 'danger' || tone === 'warning';
  return (
    <div
      role={live ? (urgent ? 'alert' : 'status') : undefined}
      className={clsx(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md px-3 py-2.5 text-sm',
        classes,
        className,
      )}
    >
      <span className="pt-px [&_svg]:size-4">
        <Icon of={icon} />
      </span>
      <div className="min-w-0 flex-1 basis-48 text-pretty">
        {title && <p className="font-medium">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
