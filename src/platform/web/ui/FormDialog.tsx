import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useLeaveGuard } from './LeaveGuard.tsx';
import type { DialogProps } from './layers/DialogLayer.tsx';
import { Notice } from './Notice.tsx';

interface Props extends Omit<DialogProps, 'open' | 'onOpenChange' | 'footer'> {
  /** True by default: most dialogs exist only while they are open. */
  open?: boolean;
  /** What the submit button says. */
  verb: string;
  pending: boolean | undefined;
  isDisabled?: boolean;
  /** Whether something was entered: it is not discarded without asking. */
  isDirty?: boolean;
  /** It only shows what there is. */
  isReadOnly?: boolean;
  /** Further actions, before the others. */
  actions?: ReactNode;
  /** Why the last attempt failed, where no field says it. */
  refusal?: ReactNode;
  /** The layout of the fields, one below the other by default. */
  formClassName?: string;
  autoComplete?: 'off';
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is a form: Enter submits it, nothing is submitted twice at once, and the first error has the focus. */
export function FormDialog(props: Props) {
  const { title, description, size, dismissable, open = true, verb, pending, isDisabled } = props;
  const { isDirty = false, isReadOnly = false, actions, refusal, formClassName } = props;
  const { autoComplete, onSubmit, onClose, children } = props;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  const guard = useLeaveGuard(open && isDirty, onClose);
  useEffect(() => {
    if (attempt === 0 || pending) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt, pending]);
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => next || guard.leave()}
        title={title}
        description={description}
        size={size}
        dismissable={dismissable ?? !isDirty}
        footer={
          <>
            {actions}
            <Button onClick={guard.leave}>{isReadOnly ? 'Close' : 'Cancel'}</Button>
            {!isReadOnly && (
              <Button
                type="submit"
                form={formId}
                variant="primary"
                pending={pending}
                disabled={isDisabled}
              >
                {verb}
              </Button>
            )}
          </>
        }
      >
        <form
          ref={form}
          id={formId}
          noValidate
          autoComplete={autoComplete}
          className={formClassName ?? 'flex flex-col gap-4'}
          onSubmit={(event) => {
            event.preventDefault();
            if (pending || isReadOnly) return;
            onSubmit();
            setAttempt(attempt + 1);
          }}
        >
          {refusal && (
            <Notice tone="danger" live className="col-span-full">
              {refusal}
            </Notice>
          )}
          {children}
        </form>
      </Dialog>
      {guard.dialog}
    </>
  );
}
