import type { ReactNode } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Choices } from '../../contract/finding.ts';
import { channelNames, languageNames, optionsOf } from '../labels.ts';
import { AddressLines, EmailLines, PhoneLines } from './ContactLines.tsx';
import type { CustomerForm } from './useCustomerForm.ts';
import type { Values } from './values.ts';

interface Props {
  form: CustomerForm;
  choices: Choices;
  isNew: boolean;
}

type Text = 'firstName' | 'middleName' | 'lastName' | 'suffix' | 'company' | 'tags';

export function CustomerFields({ form, choices, isNew }: Props) {
  const { values, errors, set } = form;
  const text = (name: Text, label: string, props: object = {}) => (
    <TextField
      label={label}
      value={values[name]}
      error={errors[name]}
      autoComplete="off"
      onChange={(event) => set(name, event.target.value)}
      {...props}
    />
  );
  const isPerson = values.kind === 'person';
  return (
    <>
      <Pair>
        <SelectField
          label="Type"
          options={[
            { value: 'person', label: 'Person' },
            { value: 'business', label: 'Business' },
          ]}
          value={values.kind}
          onChange={(event) => set('kind', event.target.value as Values['kind'])}
        />
        {isNew && choices.stores.length > 1 && (
          <SelectField
            label="Store"
            options={choices.stores.map((store) => ({ value: store, label: storeNames[store] }))}
            value={values.store}
            error={errors.store}
            onChange={(event) => set('store', event.target.value as Values['store'])}
          />
        )}
      </Pair>
      {!isPerson && text('company', 'Business name', { required: true })}
      <Pair>
        {text('firstName', isPerson ? 'First name' : 'Contact’s first name')}
        {text('lastName', isPerson ? 'Last name' : 'Contact’s last name')}
      </Pair>
      {isPerson && (
        <Pair>
          {text('middleName', 'Middle name')}
          {text('suffix', 'Suffix', { placeholder: 'Jr.' })}
        </Pair>
      )}
      {isPerson && text('company', 'Employer')}
      <PhoneLines form={form} />
      <EmailLines form={form} />
      <AddressLines form={form} />
      {text('tags', 'Tags', { hint: 'Separated by commas', placeholder: 'VIP, Truck' })}
      <Pair>
        <SelectField
          label="Preferred contact method"
          placeholder="Not specified"
          options={optionsOf(channelNames)}
          value={values.preferredChannel}
          onChange={(event) =>
            set('preferredChannel', event.target.value as Values['preferredChannel'])
          }
        />
        <SelectField
          label="Language"
          options={optionsOf(languageNames)}
          value={values.preferredLanguage}
          onChange={(event) =>
            set('preferredLanguage', event.target.value as Values['preferredLanguage'])
          }
        />
      </Pair>
      <Checkbox
        label="Do not contact"
        hint="No calls, texts, emails or letters. Phone numbers and emails are shown without links."
        checked={values.doNotContact}
        onCheckedChange={(doNotContact) => set('doNotContact', doNotContact)}
      />
    </>
  );
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">{children}</div>
);
