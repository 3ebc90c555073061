import type { Store } from '../../../../platform/contract/access.ts';
import { phoneText, readPhone } from '../../../../platform/contract/phones.ts';
import type { FormLine } from '../../../../platform/web/forms/changes.ts';
import type { Errors } from '../../../../platform/web/forms/useRecordForm.ts';
import type {
  Channel,
  emailStatuses,
  kinds,
  languages,
  phoneKinds,
} from '../../contract/fields.ts';
import type { CustomerRecord } from '../../contract/records.ts';

type One<T extends readonly unknown[]> = T[number];

export interface PhoneLine extends FormLine {
  number: string;
  kind: One<typeof phoneKinds>;
  isPreferred: boolean;
}
export interface EmailLine extends FormLine {
  address: string;
  status: One<typeof emailStatuses>;
  isPreferred: boolean;
}
export interface AddressLine extends FormLine {
  line1: string;
  line2: string;
  city: string;
  state: string;
  zip: string;
}

/** Form values, as typed. */
export interface Values {
  kind: One<typeof kinds>;
  firstName: string;
  middleName: string;
  lastName: string;
  suffix: string;
  company: string;
  phones: PhoneLine[];
  emails: EmailLine[];
  addresses: AddressLine[];
  tags: string;
  preferredChannel: Channel | '';
  preferredLanguage: One<typeof languages>;
  doNotContact: boolean;
  /** New customers only. */
  store: Store | '';
}

let lineCount = 0;
const key = () => `line${++lineCount}`;
export const newPhone = (): PhoneLine => ({
  key: key(),
  number: '',
  kind: 'mobile',
  isPreferred: false,
});
export const newEmail = (): EmailLine => ({
  key: key(),
  address: '',
  status: 'ok',
  isPreferred: false,
});
export const newAddress = (): AddressLine => ({
  key: key(),
  line1: '',
  line2: '',
  city: '',
  state: 'KS',
  zip: '',
});

export const emptyValues = (store: Store | ''): Values => ({
  kind: 'person',
  firstName: '',
  middleName: '',
  lastName: '',
  suffix: '',
  company: '',
  phones: [newPhone()],
  emails: [newEmail()],
  addresses: [],
  tags: '',
  preferredChannel: '',
  preferredLanguage: 'en',
  doNotContact: false,
  store,
});

export function valuesOf(record: CustomerRecord): Values {
  return {
    kind: record.kind,
    firstName: record.firstName,
    middleName: record.middleName,
    lastName: record.lastName,
    suffix: record.suffix,
    company: record.company,
    phones: record.phones.map((phone) => ({
      key: key(),
      number: phoneText(phone),
      kind: phone.kind,
      isPreferred: phone.isPreferred,
    })),
    emails: record.emails.map((email) => ({ key: key(), ...email })),
    addresses: record.addresses.map((address) => ({ key: key(), ...address })),
    tags: record.tags.join(', '),
    preferredChannel: record.preferredChannel ?? '',
    preferredLanguage: record.preferredLanguage,
    doNotContact: record.doNotContact,
    store: '',
  };
}

const isFilledIn = (address: AddressLine) =>
  [address.line1, address.line2, address.city, address.zip].some((text) => text.trim());

/** The request body; empty lines are left out. */
export function bodyOf(values: Values) {
  const { store: _, tags, preferredChannel, phones, emails, addresses, ...rest } = values;
  return {
    ...rest,
    phones: phones.filter(({ number }) => number.trim()).map(({ key: _key, ...phone }) => phone),
    emails: emails.filter(({ address }) => address.trim()).map(({ key: _key, ...email }) => email),
    addresses: addresses.filter(isFilledIn).map(({ key: _key, ...address }) => address),
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    preferredChannel: preferredChannel || null,
  };
}

/** Client-side validation. */
export function checkValues(values: Values): Errors {
  const errors: Errors = {};
  if (values.kind === 'business' && !values.company.trim())
    errors.company = 'Enter the business name';
  if (values.kind === 'person' && !values.firstName.trim() && !values.lastName.trim())
    errors.lastName = 'Enter a first or last name';
  values.phones.forEach(({ number }, at) => {
    if (number.trim() && !readPhone(number))
      errors[`phones.${at}.number`] = 'Enter a phone number with its area code';
  });
  return errors;
}

/** Maps server errors, indexed by the lines sent, to the lines shown. */
export function errorsOf(errors: Errors, values: Values): Errors {
  const shown: Record<string, number[]> = {
    phones: indexes(values.phones, ({ number }) => Boolean(number.trim())),
    emails: indexes(values.emails, ({ address }) => Boolean(address.trim())),
    addresses: indexes(values.addresses, isFilledIn),
  };
  return Object.fromEntries(
    Object.entries(errors).map(([path, error]) => {
      const [list = '', at = '', ...rest] = path.split('.');
      const place = shown[list]?.[Number(at)];
      if (place !== undefined) return [[list, place, ...rest].join('.'), error];
      return [list, error];
    }),
  );
}

const indexes = <T>(list: readonly T[], isSent: (one: T) => boolean) =>
  list.flatMap((one, at) => (isSent(one) ? [at] : []));

/** Names of the fields in the list of what someone else changed. */
export const fieldNames: Partial<Record<keyof Values, string>> = {
  kind: 'Type',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  suffix: 'Suffix',
  company: 'Business name or employer',
  phones: 'Phones',
  emails: 'Email addresses',
  addresses: 'Addresses',
  tags: 'Tags',
  preferredChannel: 'Preferred contact method',
  preferredLanguage: 'Language',
  doNotContact: 'Do not contact',
};
