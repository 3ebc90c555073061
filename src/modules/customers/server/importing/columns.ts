import type { FileRow } from '../../../imports/server/public.ts';

/** A row in the shape of the form’s input, not yet validated. */
export function toCandidate({ cell }: FileRow): Record<string, unknown> {
  const all = (...fields: string[]) => fields.map(cell);
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

/** The column a validation error refers to. */
export function columnOf(path: string): string {
  const [field = '', , part = ''] = path.split('.');
  if (field === 'phones') return 'phone';
  if (field === 'emails') return 'email';
  return field === 'addresses' ? part : field;
}
