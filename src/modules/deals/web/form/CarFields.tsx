import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { permits, type Store } from '../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { dollarsOf, typedHundredths } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ChosenOne } from '../../../../platform/web/ui/ChosenOne.tsx';
import { FindField, useFinding, useFound } from '../../../../platform/web/ui/FindField.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { getVehicle } from '../../../vehicles/contract.ts';
import { conditions } from '../../contract/deal.ts';
import { type Choices, listSellable, type Sellable } from '../../contract.ts';
import { conditionLabels, conditionNames } from '../state/labels.ts';
import { FormPart } from './FormPart.tsx';
import type { DealForm } from './values.ts';

interface Props {
  form: DealForm;
  choices: Choices;
  /** Once the deal is signed, its vehicle is fixed. */
  isSold: boolean;
}

/** The vehicle of a deal: from stock or described. */
export function CarFields({ form, choices, isSold }: Props) {
  const { isOfStock } = form.values;
  return (
    <FormPart
      name="Vehicle"
      action={
        !isSold && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => form.change({ isOfStock: !isOfStock, car: null })}
          >
            {isOfStock ? 'Not in stock' : 'Choose from stock'}
          </Button>
        )
      }
    >
      {isOfStock ? (
        <FromStock form={form} choices={choices} isSold={isSold} />
      ) : (
        <Described form={form} />
      )}
      {isSold && isOfStock && (
        <p className="text-xs text-muted">
          This vehicle is sold. To change it, change the deal status back to Open first.
        </p>
      )}
    </FormPart>
  );
}

function FromStock({ form, choices, isSold }: Props) {
  const { values } = form;
  const takeCar = useStockCar(form, choices.may.seeCost);
  const error = form.errorOf('car');
  const { car } = values;
  if (!car) return <CarField store={values.store as Store | ''} error={error} onChoose={takeCar} />;
  return (
    <ChosenOne
      label="Stock vehicle"
      error={error}
      onChange={isSold ? undefined : () => form.set('car', null)}
    >
      <span className="block truncate text-base text-text">{car.title}</span>
      <span className="block text-xs text-muted">
        <span className="font-mono">{car.stockNumber}</span>
        {`, ${conditionLabels[values.condition]}`}
      </span>
    </ChosenOne>
  );
}

function Described({ form }: { form: DealForm }) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField
        {...form.field('vehicle')}
        label="Vehicle"
        required
        className="sm:col-span-2"
        autoComplete="off"
        maxLength={200}
        placeholder="Year, make and model"
      />
      <TextField
        {...form.field('vin')}
        label="VIN"
        autoComplete="off"
        maxLength={17}
        inputClassName="font-mono uppercase"
      />
      <TextField
        {...form.field('stockNumber')}
        label="Stock number"
        autoComplete="off"
        maxLength={20}
        inputClassName="font-mono uppercase"
      />
      <SelectField
        {...form.field('condition')}
        label="Condition"
        options={conditions.map((value) => ({ value, label: conditionNames[value] }))}
      />
    </div>
  );
}

interface CarFieldProps {
  /** Empty until a store is chosen. */
  store: Store | '';
  error: string | undefined;
  onChoose: (car: Sellable) => void;
}

const atMost = 8;

/** Searches the available stock vehicles of a store. */
function CarField({ store, error, onChoose }: CarFieldProps) {
  const finding = useFinding();
  const found = useFound(
    finding.search,
    {
      ...queryOptionsFor(listSellable, { query: { store: store || 'ford', q: finding.search } }),
      enabled: store !== '' && finding.search !== '',
      // Someone else may sell the vehicle at any moment.
      staleTime: 0,
    },
    (sellable) => sellable.slice(0, atMost),
  );
  return (
    <FindField
      label="Stock vehicle"
      listLabel="Vehicles"
      required
      disabled={store === ''}
      placeholder={store === '' ? 'Choose a store first' : 'Stock number, VIN or description'}
      noneHint={() => 'No available vehicle matches.'}
      error={error}
      finding={finding}
      found={found}
      onChoose={onChoose}
    >
      {(car) => (
        <>
          <span className="min-w-0 flex-1 truncate">{car.title}</span>
          <span className="flex shrink-0 gap-3 text-sm text-muted tabular-nums">
            {car.where && <span>{car.where}</span>}
            <span className="font-mono">{car.stockNumber}</span>
            {car.listCents !== null && <span>{dollarsOf(car.listCents)}</span>}
          </span>
        </>
      )}
    </FindField>
  );
}

/** Fills the form from a stock vehicle: its price and, with access, its costs. */
function useStockCar(form: DealForm, seeCost: boolean) {
  const client = useQueryClient();
  const me = useCurrentUser();
  const chosen = useRef<number>(undefined);
  const filledPrice = useRef('');

  const fillCosts = async (id: number) => {
    const { money } = await client.fetchQuery(
      queryOptionsFor(getVehicle, { params: { vehicleId: id } }),
    );
    // The user may have chosen another vehicle meanwhile.
    if (!money || chosen.current !== id) return;
    form.change({
      cost: typedHundredths(money.costCents || null),
      recon: typedHundredths(money.reconCents || null),
      pack: typedHundredths(money.packCents || null),
    });
  };
  return ({ id, title, stockNumber, condition, listCents }: Sellable) => {
    const { price } = form.values;
    const isOwn = price.trim() !== '' && price !== filledPrice.current;
    chosen.current = id;
    if (!isOwn) filledPrice.current = typedHundredths(listCents);
    form.change({
      car: { id, title, stockNumber },
      condition,
      ...(!isOwn && { price: filledPrice.current }),
      ...(seeCost && { cost: '', recon: '', pack: '' }),
    });
    // Without access to the inventory the server fills in the costs on save.
    if (seeCost && me && permits(getVehicle.access, me)) fillCosts(id).catch(() => undefined);
  };
}
