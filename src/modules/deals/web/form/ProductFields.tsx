import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { productKinds, productNames } from '../../contract/deal.ts';
import { dueBillsAtMost, productsAtMost } from '../../contract/facts.ts';
import type { Choices } from '../../contract.ts';
import { AmountField } from './AmountField.tsx';
import { FormPart } from './FormPart.tsx';
import { type DealForm, emptyDueBill, emptyProduct } from './values.ts';

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
        <FormPart
          key={key}
          name={`Product ${at + 1}`}
          action={
            <IconButton
              icon={Trash2}
              label={`Remove product ${at + 1}`}
              onClick={() => form.set('products', products.toSpliced(at, 1))}
            />
          }
        >
          <div className="grid grid-cols-2 gap-4">
            <SelectField
              {...form.field(`products.${at}.kind`)}
              label="Product"
              options={productKinds.map((value) => ({ value, label: productNames[value] }))}
            />
            <TextField
              {...form.field(`products.${at}.provider`)}
              label="Provider"
              autoComplete="off"
              maxLength={100}
            />
            <AmountField {...form.field(`products.${at}.price`)} label="Price, $" />
            {choices.may.seeCost && (
              <AmountField {...form.field(`products.${at}.cost`)} label="Cost, $" />
            )}
          </div>
        </FormPart>
      ))}
      <Button
        className="self-start"
        disabled={products.length >= productsAtMost}
        onClick={() => form.set('products', [...products, emptyProduct()])}
      >
        <Plus aria-hidden="true" />
        Add product
      </Button>
    </>
  );
}

/** What is promised to the buyer beyond the vehicle. */
export function DueBillFields({ form }: { form: DealForm }) {
  const { dueBills } = form.values;
  return (
    <FormPart name="Due bills">
      {dueBills.map(({ key }, at) => (
        <div key={key} className="flex items-start gap-2">
          <TextField
            {...form.field(`dueBills.${at}.what`)}
            label={`Due bill ${at + 1}`}
            labelHidden
            className="flex-1"
            placeholder="Second key, floor mats, full tank"
            autoComplete="off"
            maxLength={200}
          />
          <IconButton
            icon={Trash2}
            label={`Remove due bill ${at + 1}`}
            onClick={() => form.set('dueBills', dueBills.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        className="self-start"
        disabled={dueBills.length >= dueBillsAtMost}
        onClick={() => form.set('dueBills', [...dueBills, emptyDueBill()])}
      >
        <Plus aria-hidden="true" />
        Add due bill
      </Button>
    </FormPart>
  );
}
