import { Plus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import type { Choices } from '../../contract.ts';
import { CarFields } from './CarFields.tsx';
import { TradeFields } from './TradeFields.tsx';
import { useLeadForm } from './useLeadForm.ts';
import { carsAtMost } from './values.ts';
import { WhoFields } from './WhoFields.tsx';

interface Props {
  choices: Choices;
  /** Absent for a new lead. */
  lead?: LeadPage;
  onClose: () => void;
  onSaved?: (saved: LeadPage) => void;
}

/** Adds or edits a lead. */
export default function LeadForm({ choices, lead, onClose, onSaved }: Props) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const form = useLeadForm({ choices, lead, onClose, onSaved });
  const guard = useLeaveGuard(form.isDirty, onClose);
  // Focus the first invalid field.
  useEffect(() => {
    if (form.attempt === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.attempt]);
  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => next || guard.leave()}
        size="side"
        dismissable={!form.isDirty}
        title={lead ? `Edit lead for ${lead.customer.name}` : 'Add lead'}
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
              {lead ? 'Save changes' : 'Add lead'}
            </Button>
          </>
        }
      >
        <form
          ref={element}
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
          <WhoFields form={form} choices={choices} />
          {form.values.cars.map((car, at) => (
            <CarFields key={car.key} form={form} at={at} />
          ))}
          <Button
            className="self-start"
            disabled={form.values.cars.length >= carsAtMost}
            onClick={form.addCar}
          >
            <Plus aria-hidden="true" />
            {form.values.cars.length === 0 ? 'Add vehicle' : 'Add another vehicle'}
          </Button>
          <TradeFields form={form} />
          <TextArea
            label="Comments"
            rows={3}
            maxLength={4_000}
            value={form.values.comments}
            error={form.errors.comments}
            onChange={(event) => form.set('comments', event.target.value)}
          />
        </form>
      </Dialog>
      {guard.dialog}
    </>
  );
}
