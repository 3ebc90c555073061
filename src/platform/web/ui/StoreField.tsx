import type { Store } from '../../contract/access.ts';
import { storeNames } from '../../contract/names.ts';
import { SelectField, type SelectFieldProps } from './SelectField.tsx';

interface Props extends Omit<SelectFieldProps, 'label' | 'options' | 'placeholder' | 'required'> {
  stores: readonly Store[];
}

/** Asks for the store of a new record; nothing is chosen beforehand. */
export function StoreField({ stores, ...select }: Props) {
  return (
    <SelectField
      {...select}
      label="Store"
      required
      placeholder="Choose a store"
      options={stores.map((value) => ({ value, label: storeNames[value] }))}
    />
  );
}
