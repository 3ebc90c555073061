import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { v7 as uuid } from 'uuid';
import type { Store } from '../../../../platform/contract/access.ts';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { centsOf } from '../../../../platform/web/format/amounts.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { depositMaxDays, takeDeposit } from '../../contract/deposits.ts';
import { titleOf } from '../../contract/vehicle.ts';
import type { VehiclePage } from '../../contract.ts';
import { depositTitle } from '../state/labels.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

interface ChosenCustomer {
  id: number;
  name: string;
}

/** The field that finds a customer or creates one; absent for those who may not see customers. */
export type CustomerPicker = ComponentType<{
  label: string;
  required?: boolean;
  store?: Store | undefined;
  error?: string | undefined;
  customer: ChosenCustomer | null;
  onChange: (customer: ChosenCustomer | null) => void;
}>;

const usualDays = 3;

interface Props {
  car: VehiclePage;
  Customer: CustomerPicker | undefined;
  onClose: () => void;
}

export default function DepositDialog({ car, Customer, onClose }: Props) {
  const client = useQueryClient();
  const [clientId] = useState(() => uuid());
  const form = useDialogForm({
    customerId: null as ChosenCustomer | null,
    customerName: '',
    cents: '',
    expiresOn: addDays(today(), usualDays),
    note: '',
  });
  const { customerId: customer, customerName, expiresOn, note } = form.values;
  const cents = centsOf(form.values.cents);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(takeDeposit, {
        params: { vehicleId: car.id },
        body: {
          clientId,
          version: car.version,
          cents: cents ?? 0,
          expiresOn,
          note: note.trim(),
          ...(customer ? { customerId: customer.id } : { customerName: customerName.trim() }),
        },
      }),
    onSuccess: (deposit) => {
      toast({ title: `${depositTitle(deposit.cents)} on ${car.stockNumber} taken` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshVehicles(client),
  });
  const submit = () => {
    const missing = 'Enter the customer';
    const problems = {
      customerId: Customer !== undefined && customer === null && missing,
      customerName: Customer === undefined && !customerName.trim() && missing,
      cents: !cents && 'Enter an amount in dollars',
      expiresOn: !expiresOn && 'Choose a date',
    };
    if (form.check(problems)) mutate();
  };
  return (
    <FormDialog
      size="sm"
      title={`Take a deposit on ${car.stockNumber}`}
      description={`${titleOf(car)}. It’s reserved for this customer, wherever it is.`}
      verb="Take deposit"
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      {Customer ? (
        <Customer
          label="Customer"
          required
          store={car.store}
          error={form.errors.customerId}
          customer={customer}
          onChange={(next) => form.set('customerId', next)}
        />
      ) : (
        <TextField
          label="Customer"
          required
          maxLength={100}
          autoComplete="off"
          value={customerName}
          error={form.errors.customerName}
          onChange={(event) => form.set('customerName', event.target.value)}
        />
      )}
      <TextField
        label="Amount, $"
        required
        inputMode="decimal"
        inputClassName="tabular-nums"
        autoComplete="off"
        value={form.values.cents}
        error={form.errors.cents}
        onChange={(event) => form.set('cents', event.target.value)}
      />
      <TextField
        label="Expires on"
        required
        type="date"
        min={today()}
        max={addDays(today(), depositMaxDays)}
        value={expiresOn}
        error={form.errors.expiresOn}
        onChange={(event) => form.set('expiresOn', event.target.value)}
      />
      <TextField
        label="Note"
        maxLength={200}
        autoComplete="off"
        value={note}
        error={form.errors.note}
        onChange={(event) => form.set('note', event.target.value)}
      />
    </FormDialog>
  );
}
