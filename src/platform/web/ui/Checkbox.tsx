import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode;
  hint?: ReactNode;
  labelHidden?: boolean | undefined;
  /** Indeterminate: the checkbox above a partly selected list. */
  indeterminate?: boolean | undefined;
  onCheckedChange?: ((checked: boolean) => void) | undefined;
}

export function Checkbox(props: CheckboxProps) {
  const { label, hint, labelHidden, indeterminate, onCheckedChange, className, ...input } = props;
  const ownId = useId();
  const id = input.id ?? ownId;
  const text = <span className="text-base text-text">{label}</span>;

  return (
    <div className={clsx('flex min-w-0 flex-col', className)}>
      <label
        htmlFor={id}
        className="flex min-h-6 items-start gap-2.5 has-disabled:opacity-50 touch:min-h-11 touch:items-center"
      >
        <input
          {...input}
          id={id}
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = indeterminate ?? false;
            if (typeof input.ref === 'function') return input.ref(box);
            if (input.ref) input.ref.current = box;
          }}
          aria-describedby={hint ? `${id}-hint` : input['aria-describedby']}
          onChange={(event) => {
            input.onChange?.(event);
            onCheckedChange?.(event.currentTarget.checked);
          }}
          className="check mt-0.5 touch:mt-0"
        />
        {labelHidden ? <VisuallyHidden>{text}</VisuallyHidden> : text}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="pl-[26px] text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
