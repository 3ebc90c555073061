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

/** One line of work: complaint, cause and correction, who does it and what it costs whom. */
export function LineFields({ form, choices, at }: Props) {
  const line = form.values.lines[at];
  if (!line) return null;
  const given = (name: Name, label: string) => ({
    label,
    value: line[name],
    error: form.errors[`lines.${at}.${name}`],
    onChange: (event: { target: { value: string } }) =>
      form.setLine(at, { [name]: event.target.value }),
  });
  const number = (name: Name, label: string) => (
    <TextField {...given(name, label)} inputMode="decimal" autoComplete="off" />
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
      <TextArea {...given('complaint', 'Complaint')} required rows={2} maxLength={1_000} />
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          {...given('payType', 'Who pays')}
          options={payTypes.map((value) => ({ value, label: payTypeNames[value] }))}
        />
        <TextField {...given('opCode', 'Operation code')} maxLength={20} autoComplete="off" />
        <TextArea {...given('cause', 'Cause')} className="col-span-2" rows={1} maxLength={1_000} />
        <TextArea
          {...given('correction', 'Correction')}
          className="col-span-2"
          rows={1}
          maxLength={1_000}
        />
        <SelectField
          {...given('technicianId', 'Technician')}
          className="col-span-2"
          placeholder="Nobody yet"
          options={staff.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        {number('hoursFlagged', 'Hours flagged')}
        {number('hoursActual', 'Hours worked')}
        {number('laborSale', 'Labor, $')}
        {number('partsSale', 'Parts, $')}
        {choices.may.seeCost && number('laborCost', 'Labor cost, $')}
        {choices.may.seeCost && number('partsCost', 'Parts cost, $')}
      </div>
      <Checkbox
        label="The customer declined this work"
        checked={line.declined}
        onCheckedChange={(declined) => form.setLine(at, { declined: declined === true })}
      />
    </fieldset>
  );
}
