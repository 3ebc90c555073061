import { Plus, Star, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { limits } from '../../contract/fields.ts';
import { optionsOf, phoneKindNames } from '../labels.ts';
import type { CustomerForm } from './useCustomerForm.ts';
import { type AddressLine, newAddress, newEmail, newPhone, type PhoneLine } from './values.ts';

interface Props {
  form: CustomerForm;
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
        <Button size="sm" variant="ghost" className="self-start" onClick={onAdd}>
          <Plus aria-hidden="true" />
          {add}
        </Button>
      )}
    </fieldset>
  );
}

const update = <T extends { key: string }>(
  list: readonly T[],
  key: string,
  change: Partial<T>,
): T[] => list.map((line) => (line.key === key ? { ...line, ...change } : line));
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

export function PhoneLines({ form: { values, errors, set } }: Props) {
  const { phones } = values;
  return (
    <Group
      legend="Phones"
      add="Add phone"
      isFull={phones.length >= limits.phones}
      onAdd={() => set('phones', [...phones, newPhone()])}
    >
      {phones.map((phone, at) => (
        <div
          key={phone.key}
          className="grid grid-cols-[minmax(0,1fr)_6.5rem_auto_auto] items-start gap-2"
        >
          <TextField
            label={`Phone ${at + 1}`}
            labelHidden
            type="tel"
            autoComplete="off"
            placeholder="(316) 555-0142"
            value={phone.number}
            error={errors[`phones.${at}.number`]}
            onChange={(event) =>
              set('phones', update(phones, phone.key, { number: event.target.value }))
            }
          />
          <SelectField
            label={`Type of phone ${at + 1}`}
            labelHidden
            options={optionsOf(phoneKindNames)}
            value={phone.kind}
            onChange={(event) =>
              set(
                'phones',
                update(phones, phone.key, { kind: event.target.value as PhoneLine['kind'] }),
              )
            }
          />
          <PreferButton
            pressed={phone.isPreferred}
            name={`phone ${at + 1}`}
            onPrefer={() => set('phones', setPreferred(phones, phone.key))}
          />
          <IconButton
            label={`Remove phone ${at + 1}`}
            icon={X}
            onClick={() => set('phones', remove(phones, phone.key))}
          />
        </div>
      ))}
    </Group>
  );
}

export function EmailLines({ form: { values, errors, set } }: Props) {
  const { emails } = values;
  return (
    <Group
      legend="Email addresses"
      add="Add email"
      isFull={emails.length >= limits.emails}
      onAdd={() => set('emails', [...emails, newEmail()])}
    >
      {emails.map((email, at) => (
        <div key={email.key} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-2">
          <TextField
            label={`Email ${at + 1}`}
            labelHidden
            type="email"
            autoComplete="off"
            value={email.address}
            error={errors[`emails.${at}.address`]}
            onChange={(event) =>
              set('emails', update(emails, email.key, { address: event.target.value }))
            }
          />
          <PreferButton
            pressed={email.isPreferred}
            name={`email ${at + 1}`}
            onPrefer={() => set('emails', setPreferred(emails, email.key))}
          />
          <IconButton
            label={`Remove email ${at + 1}`}
            icon={X}
            onClick={() => set('emails', remove(emails, email.key))}
          />
        </div>
      ))}
    </Group>
  );
}

export function AddressLines({ form: { values, errors, set } }: Props) {
  const { addresses } = values;
  const field = (
    address: AddressLine,
    at: number,
    name: Exclude<keyof AddressLine, 'key'>,
    label: string,
  ) => (
    <TextField
      label={label}
      autoComplete="off"
      value={address[name]}
      error={errors[`addresses.${at}.${name}`]}
      onChange={(event) =>
        set('addresses', update(addresses, address.key, { [name]: event.target.value }))
      }
    />
  );
  return (
    <Group
      legend="Addresses"
      add="Add address"
      isFull={addresses.length >= limits.addresses}
      onAdd={() => set('addresses', [...addresses, newAddress()])}
    >
      {addresses.map((address, at) => (
        <div key={address.key} className="flex flex-col gap-3 border-l-2 border-border pl-3">
          {field(address, at, 'line1', 'Street')}
          {field(address, at, 'line2', 'Apartment, suite')}
          <div className="grid grid-cols-[minmax(0,1fr)_5rem_7rem] gap-2">
            {field(address, at, 'city', 'City')}
            {field(address, at, 'state', 'State')}
            {field(address, at, 'zip', 'ZIP')}
          </div>
          <Button
            size="sm"
            variant="ghost"
            className="self-start"
            onClick={() => set('addresses', remove(addresses, address.key))}
          >
            {`Remove address ${at + 1}`}
          </Button>
        </div>
      ))}
    </Group>
  );
}
