import { useRef, useState } from 'react';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { dollarsOf } from '../../../platform/web/format/amounts.ts';
import { ChosenOne } from '../../../platform/web/ui/ChosenOne.tsx';
import { FindField, useFinding, useFound } from '../../../platform/web/ui/FindField.tsx';
import { FormDialog } from '../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../platform/web/ui/TextField.tsx';
import { listSellable, type Sellable } from '../../deals/contract.ts';
import { type Visit, writeUpVisit } from '../contract.ts';
import { useVisitChange } from './useVisitChange.ts';

interface Props {
  visit: Visit;
  onClose: () => void;
  onWritten: (visit: Visit) => void;
}

type Chosen = Pick<Sellable, 'id' | 'title' | 'stockNumber'>;
const conditions = [
  { value: 'new', label: 'New' },
  { value: 'used', label: 'Used' },
  { value: 'cpo', label: 'Certified' },
];

const atMost = 8;

/** Opens the deal of a visit; everything beyond its vehicle is entered in the deal. */
export function WriteUpDialog({ visit, onClose, onWritten }: Props) {
  const clientId = useRef(crypto.randomUUID());
  const finding = useFinding();
  const found = useFound(
    finding.search,
    {
      ...queryOptionsFor(listSellable, { query: { store: visit.store, q: finding.search } }),
      // Someone else may sell the vehicle at any moment.
      staleTime: 0,
    },
    (sellable) => sellable.slice(0, atMost),
  );
  const [car, setCar] = useState<Chosen | null>(() => lastDriven(visit));
  const [vehicle, setVehicle] = useState('');
  const [condition, setCondition] = useState('new');
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const { mutate, isPending } = useVisitChange(
    () =>
      call(writeUpVisit, {
        params: { visitId: visit.id },
        body: {
          clientId: clientId.current,
          version: visit.version,
          vehicleId: car?.id ?? null,
          vehicle: car ? '' : vehicle,
          condition: condition as 'new' | 'used' | 'cpo',
        },
      }),
    {
      onSaved: (saved) => {
        onClose();
        onWritten(saved);
      },
      onFailure: (error) => {
        const { vehicleId, vehicle } = (error instanceof ApiError && error.fields) || {};
        setErrors({ vehicleId, vehicle });
        return Boolean(vehicleId ?? vehicle);
      },
    },
  );
  return (
    <FormDialog
      title="Write-up"
      description={`Opens a deal for ${visit.guest}.`}
      verb="Open deal"
      pending={isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!car && !vehicle.trim()) {
          return setErrors({ vehicle: 'Choose a stock vehicle or describe the vehicle' });
        }
        mutate(undefined);
      }}
    >
      {car ? (
        <ChosenOne
          label="Stock vehicle"
          error={errors.vehicleId}
          onChange={() => {
            setCar(null);
            setErrors({});
          }}
        >
          <span className="block truncate text-base text-text">{car.title}</span>
          <span className="block font-mono text-xs text-muted">{car.stockNumber}</span>
        </ChosenOne>
      ) : (
        <>
          <FindField
            label="Stock vehicle"
            listLabel="Vehicles"
            placeholder="Stock number, VIN or description"
            noneHint={() => 'No available vehicle matches.'}
            error={errors.vehicleId}
            finding={finding}
            found={found}
            onChoose={(one: Sellable) => {
              setCar(one);
              setErrors({});
            }}
          >
            {(one) => (
              <>
                <span className="min-w-0 flex-1 truncate">{one.title}</span>
                <span className="flex shrink-0 gap-3 text-sm text-muted tabular-nums">
                  <span className="font-mono">{one.stockNumber}</span>
                  {one.listCents !== null && <span>{dollarsOf(one.listCents)}</span>}
                </span>
              </>
            )}
          </FindField>
          <TextField
            label="Or describe the vehicle"
            placeholder="Year, make and model"
            autoComplete="off"
            maxLength={200}
            value={vehicle}
            error={errors.vehicle}
            onChange={(event) => {
              setVehicle(event.target.value);
              setErrors({});
            }}
          />
          <SelectField
            label="Condition"
            options={conditions}
            value={condition}
            onChange={(event) => setCondition(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

function lastDriven({ testDrives }: Visit): Chosen | null {
  const drive = testDrives.at(-1);
  if (!drive) return null;
  return { id: drive.vehicleId, title: drive.vehicle, stockNumber: drive.stockNumber };
}
