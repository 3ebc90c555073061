import { Plus, Star, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { maxLengths } from '../../../../platform/contract/fields.ts';
import type { RecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { limits } from '../../contract/fields.ts';
import { optionsOf, phoneKindNames } from '../state/labels.ts';
import { type AddressLine, newAddress, newEmail, newPhone, type Values } from './values.ts';

interface Props {
  form: RecordForm<Values>;
}

interface GroupProps {
  legend: string;
  add: string;
  isFull: boolean;
  onAdd: () => void;
  children: ReactNode;
}

function Group({ legend, add, isFull, onAdd, children }: GroupProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 text-sm font-medium text-text">{legend}</legend>
      {children}
      {!isFull && (
        <Button size="sm" variant="ghost" className="-ml-2.5 self-start" onClick={onAdd}>
          <Plus aria-hidden="true" />
          {add}
        </Button>
      )}
    </fieldset>
  );
}

const remove = <T extends { key: string }>(list: readonly T[], key: string): T[] =>
  list.filter((line) => line.key !== key);
const setPreferred = <T extends { key: string; isPreferred: boolean }>(
  list: readonly T[],
  key: string,
): T[] => list.map((line) => ({ ...line, isPreferred: line.key === key }));

function PreferButton({
  pressed,
  name,
  onPrefer,
}: {
  pressed: boolean;
  name: string;
  onPrefer: () => void;
}) {
  return (
    <IconButton
      label={`Prefer ${name}`}
      icon={
        <Star aria-hidden="true" className={pressed ? 'fill-current text-accent' : 'text-muted'} />
      }
      aria-pressed={pressed}
      onClick={onPrefer}
    />
  );
}

export function PhoneLines({ form }: Props) {
  const { phones } = form.values;
  return (
    <Group
      legend="Phones"
      add="Add phone"
      isFull={phones.length >= limits.phones}
      onAdd={() => form.set('phones', [...phones, newPhone()])}
    >
      {phones.map((phone, at) => (
        <div
          key={phone.key}
          className="grid grid-cols-[minmax(0,1fr)_6.5rem_auto_auto] items-start gap-2"
        >
          <TextField
            {...form.field(`phones.${at}.number`)}
            label={`Phone ${at + 1}`}
            labelHidden
            type="tel"
            maxLength={maxLengths.phone}
            autoComplete="off"
            placeholder="(316) 555-0142"
          />
          <SelectField
            {...form.field(`phones.${at}.kind`)}
            label={`Type of phone ${at + 1}`}
            labelHidden
            options={optionsOf(phoneKindNames)}
          />
          <PreferButton
            pressed={phone.isPreferred}
            name={`phone ${at + 1}`}
            onPrefer={() => form.set('phones', setPreferred(phones, phone.key))}
          />
          <IconButton
            label={`Remove phone ${at + 1}`}
            icon={X}
            onClick={() => form.set('phones', remove(phones, phone.key))}
          />
        </div>
      ))}
    </Group>
  );
}

export function EmailLines({ form }: Props) {
  const { emails } = form.values;
  return (
    <Group
      legend="Email addresses"
      add="Add email"
      isFull={emails.length >= limits.emails}
      onAdd={() => form.set('emails', [...emails, newEmail()])}
    >
      {emails.map((email, at) => (
        <div key={email.key} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-2">
          <TextField
            {...form.field(`emails.${at}.address`)}
            label={`Email ${at + 1}`}
            labelHidden
            type="email"
            maxLength={maxLengths.email}
            autoComplete="off"
          />
          <PreferButton
            pressed={email.isPreferred}
            name={`email ${at + 1}`}
            onPrefer={() => form.set('emails', setPreferred(emails, email.key))}
          />
          <IconButton
            label={`Remove email ${at + 1}`}
            icon={X}
            onClick={() => form.set('emails', remove(emails, email.key))}
          />
        </div>
      ))}
    </Group>
  );
}

export function AddressLines({ form }: Props) {
  const { addresses } = form.values;
  const text = (at: number, name: Exclude<keyof AddressLine, 'key' | 'id'>, label: string) => (
    <TextField {...form.field(`addresses.${at}.${name}`)} label={label} autoComplete="off" />
  );
  return (
    <Group
      legend="Addresses"
      add="Add address"
      isFull={addresses.length >= limits.addresses}
      onAdd={() => form.set('addresses', [...addresses, newAddress()])}
    >
      {addresses.map((address, at) => (
        <div key={address.key} className="flex flex-col gap-3 border-l-2 border-border pl-3">
          {text(at, 'line1', 'Street')}
          {text(at, 'line2', 'Apartment, suite')}
          <div className="grid grid-cols-[minmax(0,1fr)_5rem_7rem] gap-2">
            {text(at, 'city', 'City')}
            {text(at, 'state', 'State')}
            {text(at, 'zip', 'ZIP')}
          </div>
          <Button
            size="sm"
            variant="ghost"
            className="self-start"
            onClick={() => form.set('addresses', remove(addresses, address.key))}
          >
            {`Remove address ${at + 1}`}
          </Button>
        </div>
      ))}
    </Group>
  );
}
