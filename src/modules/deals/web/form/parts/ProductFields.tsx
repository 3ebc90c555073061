import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { type ProductKind, productKinds, productNames } from '../../../contract/deal.ts';
import { productsAtMost } from '../../../contract/facts.ts';
import type { Choices } from '../../../contract.ts';
import type { DealForm } from '../useDealForm.ts';
import { emptyProduct, type ProductLine } from '../values.ts';
import { FormPart } from './FormPart.tsx';

interface Props {
  form: DealForm;
  choices: Choices;
}

/** The F&I products of a deal. */
export function ProductFields({ form, choices }: Props) {
  const { products } = form.values;
  return (
    <>
      {products.map(({ key }, at) => (
        <ProductLineFields key={key} form={form} choices={choices} at={at} />
      ))}
      <Button
        className="self-start"
        disabled={products.length >= productsAtMost}
        onClick={() => form.change({ products: [...products, emptyProduct()] })}
      >
        <Plus aria-hidden="true" />
        Add product
      </Button>
    </>
  );
}

function ProductLineFields({ form, choices, at }: Props & { at: number }) {
  const { products } = form.values;
  const line = products[at];
  if (!line) return null;
  const props = (name: Exclude<keyof ProductLine, 'key' | 'id'>, label: string) => ({
    label,
    value: line[name],
    error: form.errors[`products.${at}.${name}`],
  });
  const inputProps = (name: 'provider' | 'price' | 'cost') => ({
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      form.setProduct(at, { [name]: event.target.value }),
  });
  const amount = { inputMode: 'decimal', inputClassName: 'text-right tabular-nums' } as const;
  return (
    <FormPart
      name={`Product ${at + 1}`}
      action={
        <IconButton
          icon={Trash2}
          label={`Remove product ${at + 1}`}
          onClick={() => form.change({ products: products.toSpliced(at, 1) })}
        />
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          {...props('kind', 'Product')}
          options={productKinds.map((value) => ({ value, label: productNames[value] }))}
          onChange={(event) => form.setProduct(at, { kind: event.target.value as ProductKind })}
        />
        <TextField {...props('provider', 'Provider')} {...inputProps('provider')} maxLength={100} />
        <TextField {...props('price', 'Price, $')} {...inputProps('price')} {...amount} />
        {choices.may.seeCost && (
          <TextField {...props('cost', 'Cost, $')} {...inputProps('cost')} {...amount} />
        )}
      </div>
    </FormPart>
  );
}
