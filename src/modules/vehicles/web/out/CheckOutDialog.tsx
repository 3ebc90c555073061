import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { problemAt } from '../../../../platform/contract/staff.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { staffOption } from '../../../../platform/web/records/staffOption.ts';
import { fromInput, toInput } from '../../../../platform/web/time/inputs.ts';
import { zonedLabel } from '../../../../platform/web/time/zoneLabels.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { checkOut, listPlates, outingNames } from '../../contract/outings.ts';
import { listOwners } from '../../contract/recon/board.ts';
import { titleOf } from '../../contract/vehicle.ts';
import type { VehiclePage } from '../../contract.ts';
import { refreshVehicles } from '../state/useVehicles.ts';
import { fuelOptions } from './fuel.ts';

/** Whole hours from now, as a `datetime-local` value. */
function inHours(hours: number): string {
  return `${toInput(Date.now() + hours * 3_600_000).slice(0, 13)}:00`;
}

const kinds = Object.entries(outingNames).map(([value, label]) => ({ value, label }));

/** A test drive of a known customer, who is the holder. */
export interface CustomerDrive {
  customer: string;
  /** Checks out the vehicle, for the customer and with a license. */
  save: (drive: DriveBody) => Promise<unknown>;
}

type DriveBody = Pick<
  RequestOf<typeof checkOut>['body'],
  'clientId' | 'vehicleId' | 'plateId' | 'dueAt' | 'milesOut' | 'fuelOut' | 'note'
> & { licenseLastFour: string };

interface Props {
  car: VehiclePage;
  /** Absent: anyone may take it, for any purpose. */
  drive?: CustomerDrive;
  onClose: () => void;
}

export default function CheckOutDialog({ car, drive, onClose }: Props) {
  const form = useDialogForm({
    kind: 'test_drive',
    plateId: '',
    holderId: '',
    holderName: '',
    holderPhone: '',
    licenseLastFour: '',
    repairOrder: '',
    dueAt: inHours(2),
    fuelOut: '4',
    note: '',
    milesOut: String(car.mileage),
  });
  const { mutate, isPending } = useCheckOut(car, form, { drive, onClose });
  const milesOut = countOf(form.values.milesOut);
  const submit = () => {
    const { holderId, holderName, licenseLastFour, dueAt } = form.values;
    const passed = form.check({
      holderName: !drive && !holderId && !holderName.trim() && 'Enter who takes the vehicle',
      licenseLastFour:
        drive &&
        !/^[a-z0-9]{4}$/i.test(licenseLastFour.trim()) &&
        'Enter the last four of the license',
      dueAt: fromInput(dueAt) === null && 'Choose when it’s due back',
      milesOut: milesOut === undefined && 'Enter a number of miles',
    });
    if (passed && !isPending) mutate();
  };
  return (
    <FormDialog
      title={drive ? `Test drive: ${car.stockNumber}` : `Check out ${car.stockNumber}`}
      description={
        drive
          ? `${titleOf(car)}, with ${drive.customer}.`
          : 'Record who takes the vehicle and when it’s due back.'
      }
      verb="Check out"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <Fields car={car} form={form} isDrive={drive !== undefined} />
    </FormDialog>
  );
}

type Form = ReturnType<typeof useDialogForm<Record<FieldName, string>>>;
type FieldName =
  | 'kind'
  | 'plateId'
  | 'holderId'
  | 'holderName'
  | 'holderPhone'
  | 'licenseLastFour'
  | 'repairOrder'
  | 'dueAt'
  | 'milesOut'
  | 'fuelOut'
  | 'note';

function Fields({ car, form, isDrive }: { car: VehiclePage; form: Form; isDrive: boolean }) {
  const { values, errors, set } = form;
  const { data: people = [] } = useQuery(
    queryOptionsFor(listOwners, { query: { store: car.store } }),
  );
  const { data: plates = [] } = useQuery(queryOptionsFor(listPlates));
  const availablePlates = plates.filter(({ store, outing }) => store === car.store && !outing);
  const select = (
    name: FieldName,
    label: string,
    options: { value: string; label: string }[],
    placeholder?: string,
  ) => (
    <SelectField
      label={label}
      options={options}
      placeholder={placeholder}
      value={values[name]}
      error={errors[name]}
      onChange={(event) => set(name, event.target.value)}
    />
  );
  const text = (name: FieldName, label: string, props: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      {...props}
      value={values[name]}
      error={errors[name]}
      onChange={(event) => set(name, event.target.value)}
    />
  );
  const isEmployee = values.holderId !== '';
  const holder = people.find(({ id }) => String(id) === values.holderId);
  const problem = problemAt(holder, car.store);
  return (
    <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-2">
      {!isDrive && select('kind', 'Purpose', kinds)}
      {text('dueAt', zonedLabel('Due back'), { type: 'datetime-local', required: true })}
      {!isDrive &&
        select(
          'holderId',
          'Checked out to',
          people.map((one) => staffOption(one, car.store)),
          'Customer',
        )}
      {problem && (
        <Notice tone="warning" live className="sm:col-span-2">
          {`${holder?.name} may not drive stock today: ${problem.reason}.`}
        </Notice>
      )}
      {!isDrive && !isEmployee && text('holderName', 'Name', { required: true, maxLength: 100 })}
      {!isDrive && !isEmployee && text('holderPhone', 'Phone', { type: 'tel', maxLength: 30 })}
      {!isEmployee &&
        text('licenseLastFour', 'License (last 4)', { maxLength: 4, required: isDrive })}
      {text('milesOut', 'Miles now', { required: true, inputMode: 'numeric' })}
      {select('fuelOut', 'Fuel now', fuelOptions)}
      {select(
        'plateId',
        'Dealer plate',
        availablePlates.map(({ id, number }) => ({ value: String(id), label: number })),
        'None',
      )}
      {values.kind === 'loaner' && text('repairOrder', 'Repair order', { maxLength: 20 })}
      {text('note', 'Note', { maxLength: 500, className: 'sm:col-span-2' })}
    </div>
  );
}

function useCheckOut(
  car: VehiclePage,
  { values, refuse }: Form,
  { drive, onClose }: Pick<Props, 'onClose'> & { drive: CustomerDrive | undefined },
) {
  const client = useQueryClient();
  const [clientId] = useState(() => uuid());
  return useMutation({
    mutationFn: async () => {
      const { kind, plateId, holderId, licenseLastFour, dueAt, milesOut, fuelOut, ...texts } =
        values;
      const license = licenseLastFour.trim();
      const facts = {
        clientId,
        vehicleId: car.id,
        plateId: plateId ? Number(plateId) : null,
        dueAt: fromInput(dueAt)?.toISOString() ?? '',
        milesOut: countOf(milesOut) ?? 0,
        fuelOut: Number(fuelOut),
      };
      if (drive) {
        await drive.save({ ...facts, note: texts.note, licenseLastFour: license });
        return drive.customer;
      }
      const { holder } = await call(checkOut, {
        body: {
          ...texts,
          ...facts,
          ...(license && { licenseLastFour: license }),
          kind: kind as keyof typeof outingNames,
          holderId: holderId ? Number(holderId) : null,
        },
      });
      return holder.name;
    },
    onSuccess: (holder) => {
      toast({ title: `${car.stockNumber} checked out`, description: `To ${holder}` });
      onClose();
    },
    onError: refuse,
    onSettled: () => refreshVehicles(client),
  });
}
