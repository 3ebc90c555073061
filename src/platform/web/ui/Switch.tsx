import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface SwitchProps extends Omit<ComponentProps<'button'>, 'children' | 'role'> {
  label: ReactNode;
  hint?: ReactNode;
  labelHidden?: boolean | undefined;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** An on/off switch that takes effect immediately; for forms with a Save button, use a checkbox. */
export function Switch(props: SwitchProps) {
  const { label, hint, labelHidden, checked, onCheckedChange, className, ...button } = props;
  const ownId = useId();
  const id = button.id ?? ownId;
  const text = (
    <span id={`${id}-label`} className="text-base text-balance text-text">
      {label}
    </span>
  );

  return (
    <div className={clsx('flex min-w-0 items-start justify-between gap-4', className)}>
      {/* A pointer may use the whole row; the keyboard and assistive technology use the switch. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the switch itself is beside it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the switch itself is beside it */}
      <span
        className={clsx('flex min-w-0 flex-col', labelHidden && 'absolute')}
        onClick={() => !button.disabled && onCheckedChange(!checked)}
      >
        {labelHidden ? <VisuallyHidden>{text}</VisuallyHidden> : text}
        {hint && (
          <span id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </span>
        )}
      </span>
      <button
        {...button}
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => onCheckedChange(!checked)}
        className="switch"
      />
    </div>
  );
}
