import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import { checkVin, cleanVin } from '../../../vin/contract.ts';
import type { DealPage } from '../../contract/deal.ts';
import { getDeal, takeTrade } from '../../contract.ts';
import { refreshDeals } from '../state/useDeals.ts';

type Trade = NonNullable<DealPage['trade']>;

interface Props {
  deal: DealPage;
  trade: Trade;
  onClose: () => void;
}

/** The fields, as typed. */
interface Values {
  vin: string;
  vinReason: string;
  year: string;
  mileage: string;
  make: string;
  model: string;
  trim: string;
}
type Errors = Partial<Record<keyof Values, string>>;

/** Adds the trade-in to the store’s inventory, with the data on its title. */
export default function TakeDialog({ deal, trade, onClose }: Props) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const form = useTakeForm(deal, trade, onClose);
  const { attempt } = form;
  useEffect(() => {
    if (attempt > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  const field = (name: keyof Values, label: string, more: Partial<TextFieldProps> = {}) => (
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
          <Button type="submit" form={formId} variant="primary" pending={form.isPending}>
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
          form.submit();
        }}
      >
        {form.refusal && (
          <Notice tone="danger" live className="col-span-2">
            {form.refusal}
          </Notice>
        )}
        {field('vin', 'VIN', {
          required: true,
          maxLength: 40,
          className: 'col-span-2',
          inputClassName: 'font-mono uppercase',
        })}
        {asksReason &&
          field('vinReason', 'Reason for accepting this VIN', {
            required: true,
            maxLength: 200,
            className: 'col-span-2',
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

function useTakeForm({ id: dealId, version }: DealPage, trade: Trade, onClose: () => void) {
  const client = useQueryClient();
  const [values, setValues] = useState<Values>(() => ({
    vin: trade.vin ?? '',
    vinReason: '',
    mileage: trade.miles === null ? '' : String(trade.miles),
    ...vehicleParts(trade.vehicle),
  }));
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const showErrors = (found: Errors) => {
    setErrors(found);
    setRefusal(undefined);
    setAttempt((count) => count + 1);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(takeTrade, { params: { dealId }, body: { version, ...bodyOf(values) } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getDeal, { params: { dealId } }), saved);
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields) showErrors(error.fields);
      else setRefusal(sentenceOf(error, 'Couldn’t add the trade-in to inventory. Try again.'));
    },
    onSettled: () => refreshDeals(client),
  });
  return {
    values,
    errors,
    refusal,
    attempt,
    isPending,
    set(name: keyof Values, value: string) {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _, ...rest }) => rest);
    },
    submit() {
      const found = checkValues(values);
      showErrors(found);
      if (Object.keys(found).length === 0 && !isPending) mutate();
    },
  };
}

/** Splits `2017 Honda Accord Sport` into year, make, model and trim. */
function vehicleParts(vehicle: string) {
  const text = vehicle.trim();
  const year = /^(?:19|20)\d\d/.exec(text)?.[0] ?? '';
  const [make = '', model = '', ...trim] = text.slice(year.length).trimStart().split(/\s+/);
  return { year, make, model, trim: trim.join(' ') };
}

function checkValues(values: Values): Errors {
  const { problem } = checkVin(cleanVin(values.vin));
  const year = countOf(values.year) ?? 0;
  const wrong: [keyof Values, string | false][] = [
    ['vin', problem !== null && problem !== 'check_digit' && 'Enter the 17 characters of the VIN'],
    ['vinReason', problem === 'check_digit' && !values.vinReason.trim() && 'Enter a reason'],
    ['year', (year < 1900 || year > 2100) && 'Enter the model year'],
    ['mileage', countOf(values.mileage) === undefined && 'Enter miles as a number'],
    ['make', !values.make.trim() && 'Enter the make'],
    ['model', !values.model.trim() && 'Enter the model'],
  ];
  return Object.fromEntries(wrong.filter(([, message]) => message));
}

/** The request body, from valid values. */
const bodyOf = (values: Values) => ({
  vin: cleanVin(values.vin),
  ...(values.vinReason.trim() && { vinReason: values.vinReason.trim() }),
  year: countOf(values.year) ?? 0,
  mileage: countOf(values.mileage) ?? 0,
  make: values.make.trim(),
  model: values.model.trim(),
  trim: values.trim.trim(),
});
