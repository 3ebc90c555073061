import { clsx } from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from './Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-text hover:bg-accent-hover',
  secondary: 'border border-line bg-surface text-text hover:bg-hover',
  ghost: 'text-text hover:bg-hover data-[state=open]:bg-hover',
  danger: 'bg-danger text-accent-text hover:bg-danger-hover',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 gap-1.5 px-2.5 text-sm touch:h-10 [&_svg]:size-3.5',
  md: 'h-row gap-2 px-3.5 text-base [&_svg]:size-4',
};

/** Button styles for a link: `<Link className={buttonClasses({ variant: 'primary' })}>`. */
export function buttonClasses(look: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return clsx(
    'inline-flex shrink-0 cursor-default items-center justify-center rounded-md font-medium',
    'whitespace-nowrap select-none transition-colors [&_svg]:shrink-0 hover:no-underline',
    'disabled:pointer-events-none disabled:opacity-50',
    'aria-disabled:cursor-default',
    variants[look.variant ?? 'secondary'],
    sizes[look.size ?? 'md'],
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** The action is running: shows a spinner and ignores clicks. */
  pending?: boolean | undefined;
  pendingLabel?: string | undefined;
}

/** A button; `type` is `button` by default. */
export function Button(props: ButtonProps) {
  const { variant, size, pending, pendingLabel, className, children, onClick, ...rest } = props;

  // Not `disabled`: that would lose the focus while the request is running.
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (!pending) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <button
      type="button"
      {...rest}
      onClick={click}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      data-ghost={variant === 'ghost' || undefined}
      className={clsx(buttonClasses(look(variant, size)), pending && 'relative', className)}
    >
      {pending ? <Pending label={pendingLabel}>{children}</Pending> : children}
    </button>
  );
}

/** Reserves space for its longest label, so that nothing beside the button moves. */
function Pending({ label, children }: { label: string | undefined; children: ReactNode }) {
  if (label !== undefined) {
    return (
      <>
        <Spinner />
        {label}
      </>
    );
  }
  return (
    <>
      <Spinner className="absolute" />
      <span className="inline-flex min-w-0 items-center justify-center gap-[inherit] opacity-0">
        {children}
      </span>
    </>
  );
}

function look(variant: ButtonVariant | undefined, size: ButtonSize | undefined) {
  return { ...(variant && { variant }), ...(size && { size }) };
}
