import { type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import type { DealPage } from '../../contract/deal.ts';
import type { Choices } from '../../contract.ts';
import { BuyerSheet } from '../worksheet/BuyerSheet.tsx';
import { GrossSheet } from '../worksheet/GrossSheet.tsx';
import { sumsOf } from './body.ts';
import { CarFields } from './car/CarFields.tsx';
import { CreditFields } from './parts/CreditFields.tsx';
import { DueBillFields } from './parts/DueBillFields.tsx';
import { CostFields, MoneyFields } from './parts/MoneyFields.tsx';
import { ProductFields } from './parts/ProductFields.tsx';
import { SaleFields } from './parts/SaleFields.tsx';
import { TradeFields } from './parts/TradeFields.tsx';
import { type DealForm, useDealForm } from './useDealForm.ts';

interface Props {
  choices: Choices;
  /** Absent for a new deal. */
  deal?: DealPage;
  /** The customer of a new deal, if known. */
  customer?: { id: number; name: string } | null;
  onClose: () => void;
  onSaved?: (saved: DealPage) => void;
}

/** Creates or edits a deal, with a live worksheet beside the form. */
export default function DealSheet({ choices, deal, customer = null, onClose, onSaved }: Props) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const form = useDealForm({ choices, deal, customer, onClose, onSaved });
  const guard = useLeaveGuard(form.isDirty, onClose);
  useFocusFirstError(element, form.attempt);
  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => next || guard.leave()}
        size="xl"
        dismissable={!form.isDirty}
        title={deal ? `Edit deal ${deal.number}` : 'New deal'}
        footer={
          <>
            <Button onClick={guard.leave}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              disabled={Boolean(deal) && !form.isDirty}
              pending={form.isPending}
              pendingLabel="Saving..."
            >
              {deal ? 'Save changes' : 'Create deal'}
            </Button>
          </>
        }
      >
        <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_18rem]">
          <form
            ref={element}
            id={formId}
            noValidate
            className="flex min-w-0 flex-col gap-6"
            onSubmit={(event) => {
              event.preventDefault();
              form.submit();
            }}
          >
            {form.newer && <ConflictNotice form={form} />}
            {form.refusal && (
              <Notice tone="danger" live>
                {form.refusal}
              </Notice>
            )}
            <Fields form={form} choices={choices} />
          </form>
          <Figures form={form} choices={choices} />
        </div>
      </Dialog>
      {guard.dialog}
    </>
  );
}

/** Focuses the first invalid field after a failed submit. */
function useFocusFirstError(element: RefObject<HTMLFormElement | null>, attempt: number) {
  useEffect(() => {
    if (attempt === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus();
  }, [element, attempt]);
}

interface PartProps {
  form: DealForm;
  choices: Choices;
}

function Fields({ form, choices }: PartProps) {
  return (
    <>
      <SaleFields form={form} choices={choices} />
      <CarFields form={form} choices={choices} />
      <MoneyFields form={form} />
      <TradeFields form={form} choices={choices} />
      <ProductFields form={form} choices={choices} />
      <CreditFields form={form} />
      <CostFields form={form} choices={choices} />
      <DueBillFields form={form} />
      <TextArea
        label="Note"
        rows={2}
        maxLength={2_000}
        value={form.values.note}
        error={form.errors.note}
        onChange={(event) => form.change({ note: event.target.value })}
      />
    </>
  );
}

/** The worksheet, updated while typing. */
function Figures({ form, choices }: PartProps) {
  const sums = sumsOf(form.values, choices.may.seeCost);
  return (
    <aside
      aria-label="Worksheet"
      className="flex min-w-0 flex-col gap-4 rounded-md bg-sunken px-4 py-3 md:sticky md:top-0 md:max-h-[calc(85dvh-9rem)] md:overflow-y-auto [&_dl>div]:py-0.5"
    >
      <BuyerSheet deal={sums} />
      <GrossSheet deal={sums} />
    </aside>
  );
}

function ConflictNotice({ form }: { form: DealForm }) {
  return (
    <Notice
      tone="warning"
      live
      title="Someone else changed this deal"
      action={
        <Button size="sm" onClick={form.takeOver}>
          Load latest version
        </Button>
      }
    >
      <p>Nothing was overwritten. Load the latest version to continue. Your changes are kept.</p>
      <ul aria-label="Their changes" className="list-disc pt-1 pl-4">
        {form.theirChanges.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </Notice>
  );
}
