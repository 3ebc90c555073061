import type { ReactNode } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { RecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import { maxLengths } from '../../contract/fields.ts';
import type { Choices } from '../../contract/finding.ts';
import { channelNames, languageNames, optionsOf } from '../state/labels.ts';
import { AddressLines, EmailLines, PhoneLines } from './ContactLines.tsx';
import type { Values } from './values.ts';

interface Props {
  form: RecordForm<Values>;
  choices: Choices;
}

type Text = keyof typeof maxLengths;

export function CustomerFields({ form, choices }: Props) {
  const { values } = form;
  const text = (name: Text, label: string, props: Partial<TextFieldProps> = {}) => (
    <TextField
      {...form.field(name)}
      label={label}
      autoComplete="off"
      maxLength={maxLengths[name]}
      {...props}
    />
  );
  const isPerson = values.kind === 'person';
  return (
    <>
      <Pair>
        <SelectField
          {...form.field('kind')}
          label="Type"
          options={[
            { value: 'person', label: 'Person' },
            { value: 'business', label: 'Business' },
          ]}
        />
        {form.isNew && choices.stores.length > 1 && (
          <SelectField
            {...form.field('store')}
            label="Store"
            options={choices.stores.map((store) => ({ value: store, label: storeNames[store] }))}
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
      <TextField
        {...form.field('tags')}
        label="Tags"
        hint="Separated by commas"
        placeholder="VIP, Truck"
        autoComplete="off"
      />
      <Pair>
        <SelectField
          {...form.field('preferredChannel')}
          label="Preferred contact method"
          placeholder="Not specified"
          options={optionsOf(channelNames)}
        />
        <SelectField
          {...form.field('preferredLanguage')}
          label="Language"
          options={optionsOf(languageNames)}
        />
      </Pair>
      <Checkbox
        label="Do not contact"
        hint="No calls, texts, emails or letters. Phone numbers and emails are shown without links."
        checked={values.doNotContact}
        onCheckedChange={(doNotContact) => form.set('doNotContact', doNotContact)}
      />
    </>
  );
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">{children}</div>
);
