import { clsx } from 'clsx';
import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import '../nonce.ts';
import { dialogClasses, dialogSizes, scrimClasses } from './dialogFrame.ts';
import { closeAtEscape } from './escape.ts';
import { useReturnFocus } from './returnFocus.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  /** The verb, such as "Delete user". */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Does not close by itself: the caller closes once the action has succeeded. */
  onConfirm: () => void;
  pending?: boolean | undefined;
  danger?: boolean | undefined;
}

export function ConfirmLayer(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, onConfirm } = props;
  const { pending, danger, cancelLabel = 'Cancel' } = props;
  const focus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClasses} />
        <Radix.Content
          {...focus}
          onKeyDown={closeAtEscape(() => onOpenChange(false))}
          className={clsx(dialogClasses, dialogSizes.sm)}
        >
          <Radix.Title className="px-5 pt-5 text-lg font-semibold text-text">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="overflow-y-auto px-5 pt-2 text-base text-muted text-pretty">
              {description}
            </div>
          </Radix.Description>
          <div className="flex flex-wrap justify-end gap-2 p-5">
            <Radix.Cancel asChild>
              <Button disabled={pending}>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button
              variant={danger ? 'danger' : 'primary'}
              pending={pending}
              onClick={() => onConfirm()}
            >
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
