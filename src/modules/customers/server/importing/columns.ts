import type { FileRow, ImportField } from '../../../imports/server/public.ts';

const field = (name: string, label: string, headings: readonly string[]): ImportField => ({
  name,
  label,
  headings,
});

/** Columns a customer file can have. */
export const customerFields: readonly ImportField[] = [
  field('kind', 'Person or business', ['kind', 'type', 'customertype']),
  field('firstName', 'First name', ['firstname', 'first', 'givenname', 'fname']),
  field('middleName', 'Middle name', ['middlename', 'middle', 'mi', 'middleinitial']),
  field('lastName', 'Last name', ['lastname', 'last', 'surname', 'familyname', 'lname']),
  field('suffix', 'Suffix', ['suffix']),
  field('company', 'Company', [
    'company',
    'companyname',
    'business',
    'businessname',
    'organization',
  ]),
  field('mobile', 'Mobile phone', [
    'mobile',
    'cell',
    'cellphone',
    'mobilephone',
    'phone',
    'phones',
    'phonenumber',
    'telephone',
  ]),
  field('homePhone', 'Home phone', ['homephone', 'home', 'phonehome']),
  field('workPhone', 'Work phone', ['workphone', 'work', 'businessphone', 'phonework']),
  field('email', 'Email', ['email', 'emails', 'emailaddress', 'mail', 'email1']),
  field('email2', 'Second email', ['email2', 'secondemail', 'otheremail']),
  field('line1', 'Street', [
    'line1',
    'address',
    'address1',
    'street',
    'addressline1',
    'streetaddress',
  ]),
  field('line2', 'Apartment', ['line2', 'address2', 'addressline2', 'apartment', 'unit']),
  field('city', 'City', ['city', 'town']),
  field('state', 'State', ['state', 'province', 'st']),
  field('zip', 'ZIP', ['zip', 'zipcode', 'postalcode', 'postcode']),
  field('tags', 'Tags', ['tags', 'tag', 'labels']),
  field('preferredChannel', 'Preferred contact method', [
    'preferredchannel',
    'preferredcontact',
    'contactby',
  ]),
  field('preferredLanguage', 'Language', ['preferredlanguage', 'language']),
  field('doNotContact', 'Do not contact', ['donotcontact', 'dnc', 'optout']),
];

/** A row in the shape of the form’s input, not yet validated. */
export function toCandidate({ cell }: FileRow): Record<string, unknown> {
  const firstName = cell('firstName');
  const lastName = cell('lastName');
  const company = cell('company');
  const isBusiness = cell('kind')
    ? /^(b|biz|comp|org)/i.test(cell('kind'))
    : !firstName && !lastName;
  const address = {
    line1: cell('line1'),
    line2: cell('line2'),
    city: cell('city'),
    state: cell('state'),
    zip: cell('zip'),
  };
  return {
    kind: isBusiness && company ? 'business' : 'person',
    firstName,
    lastName,
    company,
    middleName: cell('middleName'),
    suffix: cell('suffix'),
    phones: [
      ...numbersOf(cell('mobile'), 'mobile'),
      ...numbersOf(cell('homePhone'), 'home'),
      ...numbersOf(cell('workPhone'), 'work'),
    ],
    emails: [...partsOf(cell('email')), ...partsOf(cell('email2'))].map((email) => ({
      address: email,
    })),
    addresses: address.line1 || address.city || address.zip ? [address] : [],
    tags: cell('tags')
      .split(/[|;,]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
    preferredChannel: channelOf(cell('preferredChannel')),
    preferredLanguage: cell('preferredLanguage').toLowerCase() || 'en',
    doNotContact: yesOrNo(cell('doNotContact')),
  };
}

const partsOf = (text: string) =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
const numbersOf = (text: string, kind: string) => partsOf(text).map((number) => ({ number, kind }));

const channels: Record<string, string> = {
  phone: 'call',
  call: 'call',
  sms: 'text',
  text: 'text',
  'e-mail': 'email',
  email: 'email',
  letter: 'mail',
  mail: 'mail',
};
const channelOf = (text: string) => (text ? (channels[text.toLowerCase()] ?? text) : null);

function yesOrNo(text: string): unknown {
  if (/^(yes|y|true|1|x)$/i.test(text)) return true;
  return /^(|no|n|false|0)$/i.test(text) ? false : text;
}

/** The column a validation error refers to. */
export function columnOf(path: string): string {
  const [field = '', , part = ''] = path.split('.');
  if (field === 'phones') return 'phone';
  if (field === 'emails') return 'email';
  return field === 'addresses' ? part : field;
}
