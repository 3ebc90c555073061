import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconSource } from './icon.tsx';

export interface EmptyStateProps {
  icon?: IconSource | undefined;
  title: ReactNode;
  description?: ReactNode;
  /** The first step: usually one button. */
  action?: ReactNode;
  className?: string | undefined;
  /** Announced when it appears. */
  role?: 'alert';
}

/** Says what belongs here and offers the first step. */
export function EmptyState(props: EmptyStateProps) {
  const { icon, title, description, action, className, role } = props;
  return (
    <div
      role={role}
      className={clsx(
        'mx-auto flex max-w-sm flex-col items-center px-6 py-10 text-center',
        className,
      )}
    >
      {icon && (
        <span className="mb-3 text-muted [&_svg]:size-6 [&_svg]:stroke-[1.5]">
          <Icon of={icon} />
        </span>
      )}
      <p className="text-base font-medium text-text">{title}</p>
      {description && <p className="mt-1 text-sm text-muted text-pretty">{description}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
