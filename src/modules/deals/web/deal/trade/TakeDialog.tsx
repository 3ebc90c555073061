import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { TextField, type TextFieldProps } from '../../../../../platform/web/ui/TextField.tsx';
import { checkVin, cleanVin } from '../../../../vin/contract.ts';
import type { DealPage } from '../../../contract/deal.ts';
import { getDeal, takeTrade } from '../../../contract.ts';
import { refreshDeals } from '../../useDeals.ts';
import { type TakenValues, takenBody, useTakenForm } from './useTakenForm.ts';

interface Props {
  deal: DealPage;
  trade: NonNullable<DealPage['trade']>;
  onClose: () => void;
}

/** Adds the trade-in to the store’s inventory, with the data on its title. */
export default function TakeDialog({ deal, trade, onClose }: Props) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const form = useTakenForm(trade);
  const { mutate, isPending } = useTakeTrade(deal, form, onClose);
  const { attempt } = form;
  useEffect(() => {
    if (attempt > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  const field = (name: keyof TakenValues, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(event) => form.set(name, event.target.value)}
      {...more}
    />
  );
  const asksReason =
    checkVin(cleanVin(form.values.vin)).problem === 'check_digit' || form.errors.vinReason;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissable={false}
      title="Add trade-in to inventory"
      description={`Its cost is the ACV from deal ${deal.number}. Its stock number continues that of the sold vehicle.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            Add to inventory
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id={formId}
        noValidate
        className="grid grid-cols-2 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.check() && !isPending) mutate();
        }}
      >
        {form.refusal && (
          <Notice tone="danger" live className="col-span-2">
            {form.refusal}
          </Notice>
        )}
        {field('vin', 'VIN', {
          ...{ required: true, maxLength: 40, className: 'col-span-2' },
          inputClassName: 'font-mono uppercase',
        })}
        {asksReason &&
          field('vinReason', 'Reason for accepting this VIN', {
            ...{ required: true, maxLength: 200, className: 'col-span-2' },
            hint: 'The check digit is wrong. Check each character first.',
          })}
        {field('year', 'Model year', { required: true, inputMode: 'numeric' })}
        {field('mileage', 'Miles', { required: true, inputMode: 'numeric' })}
        {field('make', 'Make', { required: true, maxLength: 40 })}
        {field('model', 'Model', { required: true, maxLength: 60 })}
        {field('trim', 'Trim', { maxLength: 60, className: 'col-span-2' })}
      </form>
    </Dialog>
  );
}

function useTakeTrade(
  { id: dealId, version }: DealPage,
  form: ReturnType<typeof useTakenForm>,
  onClose: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(takeTrade, { params: { dealId }, body: { version, ...takenBody(form.values) } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getDeal, { params: { dealId } }), saved);
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshDeals(client),
  });
}
