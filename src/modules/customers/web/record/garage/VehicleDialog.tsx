import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../../platform/web/ui/toastFailure.ts';
import { findVinProblem } from '../../../../vin/contract.ts';
import {
  addVehicle,
  type CustomerVehicle,
  listGarage,
  saveVehicle,
} from '../../../contract/timeline.ts';

interface Props {
  customerId: number;
  /** Absent for a new one. */
  vehicle?: CustomerVehicle;
  close: () => void;
}

const blank = { description: '', vin: '', plate: '', plateState: '', mileage: '', purchasedOn: '' };
type Text = keyof typeof blank;

/** Adds or edits a vehicle of the customer. */
export function VehicleDialog({ customerId, vehicle, close }: Props) {
  const form = useVehicleForm(customerId, vehicle, close);
  const field = (name: Text, label: string, props: object = {}) => (
    <TextField
      label={label}
      value={form.values[name]}
      error={form.errors[name]}
      autoComplete="off"
      onChange={(event) => form.set(name, event.target.value)}
      {...props}
    />
  );
  return (
    <FormDialog
      dismissable={false}
      title={vehicle ? `Edit ${vehicle.description}` : 'Add vehicle'}
      verb={vehicle ? 'Save vehicle' : 'Add vehicle'}
      pending={form.isPending}
      onClose={close}
      onSubmit={() => form.submit()}
    >
      {field('description', 'Year, make and model', {
        required: true,
        maxLength: 200,
        placeholder: '2024 Ford F-150',
      })}
      {field('vin', 'VIN', { inputClassName: 'font-mono uppercase', spellCheck: false })}
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-4">
        {field('plate', 'Plate', { maxLength: 12, inputClassName: 'uppercase' })}
        {field('plateState', 'State', { maxLength: 2, inputClassName: 'uppercase' })}
      </div>
      <div className="grid grid-cols-2 gap-4">
        {field('mileage', 'Mileage', { inputMode: 'numeric' })}
        {field('purchasedOn', 'Purchase date', { type: 'date' })}
      </div>
      <Checkbox
        label="Still owns it"
        checked={form.stillOwns}
        onCheckedChange={form.setStillOwns}
      />
    </FormDialog>
  );
}

function useVehicleForm(
  customerId: number,
  vehicle: CustomerVehicle | undefined,
  close: () => void,
) {
  const client = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(vehicle));
  const [stillOwns, setStillOwns] = useState(vehicle?.stillOwns ?? true);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const clientId = useRef(crypto.randomUUID());
  const params = { customerId };
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const facts = {
        description: values.description,
        plate: values.plate,
        plateState: values.plateState,
        vin: values.vin.replace(/\s/g, '') || null,
        mileage: values.mileage.trim() ? Number(values.mileage.replace(/,/g, '')) : null,
        purchasedOn: values.purchasedOn || null,
        soldByStore: vehicle?.soldByStore ?? null,
        stillOwns,
      };
      return vehicle
        ? call(saveVehicle, {
            params: { ...params, vehicleId: vehicle.id },
            body: { version: vehicle.version, ...facts },
          })
        : call(addVehicle, { params, body: { clientId: clientId.current, ...facts } });
    },
    onSuccess: (garage) => {
      client.setQueryData(queryKeyFor(listGarage, { params }), garage);
      close();
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : undefined;
      if (fields) return setErrors(fields);
      toastFailure(error, 'Couldn’t save vehicle');
      void client.invalidateQueries({ queryKey: queryKeyFor(listGarage, { params }) });
    },
  });
  return {
    values,
    errors,
    stillOwns,
    setStillOwns,
    isPending,
    set: (name: Text, value: string) => {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _, ...others }) => others);
    },
    submit: () => {
      if (!values.description.trim())
        return setErrors({ description: 'Enter year, make and model' });
      const vinProblem = findVinProblem(values.vin.replace(/\s/g, ''));
      if (vinProblem) return setErrors({ vin: vinProblem });
      if (values.mileage.trim() && !/^[\d,]+$/.test(values.mileage.trim()))
        return setErrors({ mileage: 'Enter a number' });
      if (!isPending) mutate();
    },
  };
}

function valuesOf(vehicle: CustomerVehicle | undefined): typeof blank {
  if (!vehicle) return blank;
  const { description, vin, plate, plateState, mileage, purchasedOn } = vehicle;
  return {
    description,
    plate,
    plateState,
    vin: vin ?? '',
    purchasedOn: purchasedOn ?? '',
    mileage: mileage === null ? '' : String(mileage),
  };
}
