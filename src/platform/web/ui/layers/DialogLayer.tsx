import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../frame/ErrorBoundary.tsx';
import { IconButton } from '../IconButton.tsx';
import '../nonce.ts';
import { dialogClasses, dialogSizes, scrimClasses } from './dialogFrame.ts';
import { closeAtEscape } from './escape.ts';
import { useReturnFocus } from './returnFocus.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, at the end; give a form an id and its submit button `form={id}`. */
  footer?: ReactNode;
  /** 400, 520, 720 or 1120 px wide, or a sheet on the right; on a phone full width, from below. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'side' | undefined;
  /** False if closing by an outside click would lose work. */
  dismissable?: boolean | undefined;
}

export function DialogLayer(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = 'md' } = props;
  const focus = useReturnFocus();
  const keep = (event: Event) => {
    if (props.dismissable === false) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClasses} />
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onPointerDownOutside={keep}
          onKeyDown={closeAtEscape(() => onOpenChange(false))}
          className={clsx(dialogClasses, dialogSizes[size])}
        >
          <header className="px-5 pt-5 pb-3">
            <Radix.Title className="pr-9 text-lg font-semibold text-text">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-1 text-base text-muted text-pretty">
                {description}
              </Radix.Description>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">
            <ErrorBoundary place="panel">{children}</ErrorBoundary>
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3">
              {footer}
            </footer>
          )}
          {/* Last in DOM order although visually first: the focus starts at the first field, not at the close button. */}
          <Radix.Close asChild>
            <IconButton
              label="Close"
              icon={X}
              tooltip={false}
              className="absolute top-3.5 right-3"
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
