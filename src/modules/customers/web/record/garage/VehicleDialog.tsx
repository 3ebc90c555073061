import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { changedFields, rebased } from '../../../../../platform/web/forms/changes.ts';
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

const blank = {
  description: '',
  vin: '',
  plate: '',
  plateState: '',
  mileage: '',
  purchasedOn: '',
  stillOwns: true,
};
type Values = typeof blank;
type Text = Exclude<keyof Values, 'stillOwns'>;

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
      isDirty={form.isDirty}
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
        checked={form.values.stillOwns}
        onCheckedChange={(stillOwns) => form.set('stillOwns', stillOwns)}
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
  // The version on the server that is saved over: as it was opened, or found after a conflict.
  const [base, setBase] = useState(vehicle);
  const [values, setValues] = useState(() => valuesOf(vehicle));
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
        soldByStore: base?.soldByStore ?? null,
        stillOwns: values.stillOwns,
      };
      return base
        ? call(saveVehicle, {
            params: { ...params, vehicleId: base.id },
            body: { version: base.version, ...facts },
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
      // Without it, saving again fails in the same way and says so.
      loadLatest().catch(() => undefined);
    },
  });
  const loadLatest = async () => {
    const query = queryOptionsFor(listGarage, { params });
    const garage = await client.fetchQuery({ ...query, staleTime: 0 });
    const latest = garage.find(({ id }) => id === base?.id);
    if (!latest || latest.version === base?.version) return;
    setValues((mine) => rebased(mine, valuesOf(base), valuesOf(latest)));
    setBase(latest);
  };
  return {
    values,
    errors,
    isDirty: changedFields(valuesOf(base), values).length > 0,
    isPending,
    set: <K extends keyof Values>(name: K, value: Values[K]) => {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name as string]: _, ...others }) => others);
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

function valuesOf(vehicle: CustomerVehicle | undefined): Values {
  if (!vehicle) return blank;
  const { description, vin, plate, plateState, mileage, purchasedOn, stillOwns } = vehicle;
  return {
    description,
    plate,
    plateState,
    vin: vin ?? '',
    purchasedOn: purchasedOn ?? '',
    mileage: mileage === null ? '' : String(mileage),
    stillOwns,
  };
}
