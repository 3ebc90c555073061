import { Trash2 } from 'lucide-react';
import type { Store } from '../../../../platform/contract/access.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { payTypeNames, payTypes } from '../../contract/order.ts';
import type { Choices } from '../../contract.ts';
import type { OrderForm } from './useOrderForm.ts';
import type { LineValues } from './values.ts';

interface Props {
  form: OrderForm;
  choices: Choices;
  at: number;
}

type Name = Exclude<keyof LineValues, 'key' | 'id' | 'declined'>;

export function LineFields({ form, choices, at }: Props) {
  const line = form.values.lines[at];
  if (!line) return null;
  const field = (name: Name, label: string) => ({
    label,
    value: line[name],
    error: form.errors[`lines.${at}.${name}`],
    onChange: (event: { target: { value: string } }) =>
      form.setLine(at, { [name]: event.target.value }),
  });
  const numberField = (name: Name, label: string) => (
    <TextField {...field(name, label)} inputMode="decimal" autoComplete="off" />
  );
  const staff = choices.staff.filter(({ stores }) => stores.includes(form.values.store as Store));
  return (
    <fieldset className="flex flex-col gap-4 border-t border-border pt-4">
      <legend className="sr-only">{`Line ${at + 1}`}</legend>
      <div className="flex items-center justify-between">
        <span aria-hidden="true" className="text-sm font-semibold text-text">
          {`Line ${at + 1}`}
        </span>
        <IconButton
          icon={Trash2}
          label={`Remove line ${at + 1}`}
          onClick={() => form.removeLine(at)}
        />
      </div>
      <TextArea {...field('complaint', 'Complaint')} required rows={2} maxLength={1_000} />
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          {...field('payType', 'Pay type')}
          options={payTypes.map((value) => ({ value, label: payTypeNames[value] }))}
        />
        <TextField {...field('opCode', 'Operation code')} maxLength={20} autoComplete="off" />
        <TextArea {...field('cause', 'Cause')} className="col-span-2" rows={1} maxLength={1_000} />
        <TextArea
          {...field('correction', 'Correction')}
          className="col-span-2"
          rows={1}
          maxLength={1_000}
        />
        <SelectField
          {...field('technicianId', 'Technician')}
          className="col-span-2"
          placeholder="Unassigned"
          options={staff.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        {numberField('hoursFlagged', 'Hours flagged')}
        {numberField('hoursActual', 'Hours worked')}
        {numberField('laborSale', 'Labor, $')}
        {numberField('partsSale', 'Parts, $')}
        {choices.may.seeCost && numberField('laborCost', 'Labor cost, $')}
        {choices.may.seeCost && numberField('partsCost', 'Parts cost, $')}
      </div>
      <Checkbox
        label="Customer declined this work"
        checked={line.declined}
        onCheckedChange={(declined) => form.setLine(at, { declined: declined === true })}
      />
    </fieldset>
  );
}
