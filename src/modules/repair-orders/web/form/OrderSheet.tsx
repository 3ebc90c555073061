import { Plus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { linesAtMost, type OrderPage } from '../../contract/order.ts';
import type { Choices } from '../../contract.ts';
import { LineFields } from './LineFields.tsx';
import { OrderFields } from './OrderFields.tsx';
import { useOrderForm } from './useOrderForm.ts';

interface Props {
  choices: Choices;
  /** Absent for a new one. */
  order?: OrderPage;
  onClose: () => void;
  onSaved?: (saved: OrderPage) => void;
}

/** Creates or edits a repair order. */
export default function OrderSheet({ choices, order, onClose, onSaved }: Props) {
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const form = useOrderForm({ choices, order, onClose, onSaved });
  const guard = useLeaveGuard(form.isDirty, onClose);
  // Focus the first invalid field.
  useEffect(() => {
    if (form.attempt === 0) return;
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.attempt]);
  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => next || guard.leave()}
        size="side"
        dismissable={!form.isDirty}
        title={order ? `Edit repair order ${order.number}` : 'New repair order'}
        footer={
          <>
            <Button onClick={guard.leave}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              pending={form.isPending}
              pendingLabel="Saving..."
            >
              {order ? 'Save changes' : 'Create repair order'}
            </Button>
          </>
        }
      >
        <form
          ref={formRef}
          id={formId}
          noValidate
          className="flex flex-col gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            form.submit();
          }}
        >
          {form.refusal && (
            <Notice tone="danger" live>
              {form.refusal}
            </Notice>
          )}
          <OrderFields form={form} choices={choices} />
          {form.values.lines.map((line, at) => (
            <LineFields key={line.key} form={form} choices={choices} at={at} />
          ))}
          <Button
            className="self-start"
            disabled={form.values.lines.length >= linesAtMost}
            onClick={form.addLine}
          >
            <Plus aria-hidden="true" />
            Add line
          </Button>
        </form>
      </Dialog>
      {guard.dialog}
    </>
  );
}
