import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { DialogProps } from './layers/DialogLayer.tsx';
import { Notice } from './Notice.tsx';

interface Props extends Omit<DialogProps, 'open' | 'onOpenChange' | 'footer'> {
  /** True by default: most dialogs exist only while they are open. */
  open?: boolean;
  /** What the submit button says. */
  verb: string;
  pending: boolean | undefined;
  isDisabled?: boolean;
  /** Why the last attempt failed, where no field says it. */
  refusal?: string | undefined;
  /** The layout of the fields, one below the other by default. */
  formClassName?: string;
  autoComplete?: 'off';
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is a form: Enter submits it, and nothing is submitted twice at once. */
export function FormDialog(props: Props) {
  const { title, description, size, dismissable, open = true, verb, pending, isDisabled } = props;
  const { refusal, formClassName, autoComplete, onSubmit, onClose, children } = props;
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={title}
      description={description}
      size={size}
      dismissable={dismissable}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={pending}
            disabled={isDisabled}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        autoComplete={autoComplete}
        className={formClassName ?? 'flex flex-col gap-4'}
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) onSubmit();
        }}
      >
        {refusal && (
          <Notice tone="danger" live>
            {refusal}
          </Notice>
        )}
        {children}
      </form>
    </Dialog>
  );
}
