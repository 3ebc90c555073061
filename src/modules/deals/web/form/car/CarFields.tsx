import type { Store } from '../../../../../platform/contract/access.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { ChosenOne } from '../../../../../platform/web/ui/ChosenOne.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { conditions } from '../../../contract/deal.ts';
import type { Choices } from '../../../contract.ts';
import { conditionLabels, conditionNames } from '../../labels.ts';
import { FormPart } from '../parts/FormPart.tsx';
import { TextOf } from '../parts/TextOf.tsx';
import type { DealForm } from '../useDealForm.ts';
import type { Values } from '../values.ts';
import { CarField } from './CarField.tsx';
import { useStockCar } from './useStockCar.ts';

interface Props {
  form: DealForm;
  choices: Choices;
}

/** The vehicle of a deal: from stock or described. It can't change once the deal is signed. */
export function CarFields({ form, choices }: Props) {
  const { values, change, isSold } = form;
  const toggleLabel = values.isOfStock ? 'Not in stock' : 'Choose from stock';
  const toggle = () => change({ isOfStock: !values.isOfStock, car: null });
  return (
    <FormPart
      name="Vehicle"
      action={
        !isSold && (
          <Button size="sm" variant="ghost" onClick={toggle}>
            {toggleLabel}
          </Button>
        )
      }
    >
      {values.isOfStock ? <FromStock form={form} choices={choices} /> : <Described form={form} />}
      {isSold && values.isOfStock && (
        <p className="text-xs text-muted">
          This vehicle is sold. To change it, change the deal status back to Open first.
        </p>
      )}
    </FormPart>
  );
}

function FromStock({ form, choices }: Props) {
  const { values, errors, change, isSold } = form;
  const takeCar = useStockCar(form, choices.may.seeCost);
  const { car } = values;
  if (!car) {
    return (
      <CarField store={values.store as Store | ''} error={errors.vehicleId} onChoose={takeCar} />
    );
  }
  return (
    <ChosenOne
      label="Stock vehicle"
      error={errors.vehicleId}
      onChange={isSold ? undefined : () => change({ car: null })}
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
      <TextOf
        form={form}
        name="vehicle"
        label="Vehicle"
        required
        className="sm:col-span-2"
        maxLength={200}
        placeholder="Year, make and model"
      />
      <TextOf
        form={form}
        name="vin"
        label="VIN"
        maxLength={17}
        inputClassName="font-mono uppercase"
      />
      <TextOf
        form={form}
        name="stockNumber"
        label="Stock number"
        maxLength={20}
        inputClassName="font-mono uppercase"
      />
      <SelectField
        label="Condition"
        options={conditions.map((value) => ({ value, label: conditionNames[value] }))}
        value={form.values.condition}
        error={form.errors.condition}
        onChange={(event) => form.change({ condition: event.target.value as Values['condition'] })}
      />
    </div>
  );
}
