import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { VehicleForm } from './useVehicleForm.ts';

interface Props {
  title: string;
  verb: string;
  form: VehicleForm;
  pending: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Side sheet with a leave guard for unsaved changes. */
export function VehicleSheet({ title, verb, form, pending, onSubmit, onClose, children }: Props) {
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const leave = () => (form.isDirty ? setConfirming(true) : onClose());

  // Focus the first invalid field.
  useEffect(() => {
    if (form.attempt === 0) return;
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.attempt]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending && form.check()) onSubmit();
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        size="side"
        dismissable={!form.isDirty}
        title={title}
        footer={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              pending={pending}
              pendingLabel="Saving..."
            >
              {verb}
            </Button>
          </>
        }
      >
        <form
          ref={formRef}
          id={formId}
          onSubmit={submit}
          noValidate
          className="flex flex-col gap-6"
        >
          {form.refusal && (
            <Notice tone="danger" live>
              {form.refusal}
            </Notice>
          )}
          {children}
        </form>
      </Dialog>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Discard changes?"
        description="Your changes haven’t been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={onClose}
      />
    </>
  );
}
