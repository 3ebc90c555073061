import type { ImportField } from '../../contract/importing.ts';

const names: Record<ImportField, readonly string[]> = {
  kind: ['kind', 'type', 'customertype'],
  firstName: ['firstname', 'first', 'givenname', 'fname'],
  middleName: ['middlename', 'middle', 'mi', 'middleinitial'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'lname'],
  suffix: ['suffix'],
  company: ['company', 'companyname', 'business', 'businessname', 'organization'],
  mobile: [
    'mobile',
    'cell',
    'cellphone',
    'mobilephone',
    'phone',
    'phones',
    'phonenumber',
    'telephone',
  ],
  homePhone: ['homephone', 'home', 'phonehome'],
  workPhone: ['workphone', 'work', 'businessphone', 'phonework'],
  email: ['email', 'emails', 'emailaddress', 'mail', 'email1'],
  email2: ['email2', 'secondemail', 'otheremail'],
  line1: ['line1', 'address', 'address1', 'street', 'addressline1', 'streetaddress'],
  line2: ['line2', 'address2', 'addressline2', 'apartment', 'unit'],
  city: ['city', 'town'],
  state: ['state', 'province', 'st'],
  zip: ['zip', 'zipcode', 'postalcode', 'postcode'],
  tags: ['tags', 'tag', 'labels'],
  preferredChannel: ['preferredchannel', 'preferredcontact', 'contactby'],
  preferredLanguage: ['preferredlanguage', 'language'],
  doNotContact: ['donotcontact', 'dnc', 'optout'],
};

/** What a heading means, if it is one we know: `First Name`, `first_name` and `firstName` are the same. */
function fieldOf(heading: string): ImportField | null {
  const plain = heading.toLowerCase().replace(/[^a-z0-9]/g, '');
  const found = Object.entries(names).find(([, known]) => known.includes(plain));
  return (found?.[0] as ImportField | undefined) ?? null;
}

/** A field for each column, none of them twice. */
export function proposeMapping(header: readonly string[]): (ImportField | null)[] {
  const fields = header.map(fieldOf);
  return fields.map((field, index) => (fields.indexOf(field) === index ? field : null));
}

/** A row as a form would send it, not yet validated; what is blank is as if it were not there. */
export function toCandidate(
  mapping: readonly (ImportField | null)[],
  cells: readonly string[],
): Record<string, unknown> {
  const cell = (field: ImportField) => {
    const at = mapping.indexOf(field);
    return at < 0 ? '' : (cells[at]?.trim() ?? '');
  };
  const all = (...fields: ImportField[]) => fields.map(cell);
  const [firstName, lastName, company] = all('firstName', 'lastName', 'company');
  const isBusiness = cell('kind')
    ? /^(b|biz|comp|org)/i.test(cell('kind'))
    : !firstName && !lastName;
  const [line1, line2, city, state, zip] = all('line1', 'line2', 'city', 'state', 'zip');
  return {
    kind: isBusiness && company ? 'business' : 'person',
    ...{ firstName, lastName, company },
    middleName: cell('middleName'),
    suffix: cell('suffix'),
    phones: [
      ...numbersOf(cell('mobile'), 'mobile'),
      ...numbersOf(cell('homePhone'), 'home'),
      ...numbersOf(cell('workPhone'), 'work'),
    ],
    emails: all('email', 'email2').flatMap((text) => partsOf(text).map((address) => ({ address }))),
    addresses: line1 || city || zip ? [{ line1, line2, city, state, zip }] : [],
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

/** The column a problem stands in, for whoever mends the file. */
export function columnOf(path: string): string {
  const [field = '', , part = ''] = path.split('.');
  if (field === 'phones') return 'phone';
  if (field === 'emails') return 'email';
  return field === 'addresses' ? part : field;
}
