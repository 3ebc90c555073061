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

/** A form about a car at the side of the page; what was typed is not thrown away unasked. */
export function VehicleSheet({ title, verb, form, pending, onSubmit, onClose, children }: Props) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const [asking, setAsking] = useState(false);
  const leave = () => (form.isDirty ? setAsking(true) : onClose());

  // The first wrong field, so that the next key press mends it.
  useEffect(() => {
    if (form.attempt === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
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
          ref={element}
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
        open={asking}
        onOpenChange={setAsking}
        title="Discard what you typed?"
        description="It has not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={onClose}
      />
    </>
  );
}
