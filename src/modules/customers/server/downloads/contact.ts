import type { CustomerRecord } from '../../contract/records.ts';
import { escaped, stamp } from './lines.ts';

const phoneTypes = { mobile: 'cell', home: 'home', work: 'work' } as const;
const preferred = (is: boolean) => (is ? ';PREF=1' : '');

/**
 * A customer as a vCard 4.0 with contact data only. `key` is the same for the same customer, so that a
 * phone replaces the contact it has.
 */
export function contactLines(customer: CustomerRecord, key: string): string[] {
  const { kind, firstName, middleName, lastName, suffix, company } = customer;
  const isPerson = kind === 'person';
  const name = [lastName, firstName, middleName, '', suffix].map(escaped).join(';');
  return [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'PRODID:-//Forecourt//Customers//EN',
    `UID:urn:uuid:${key}`,
    `REV:${stamp(new Date(customer.updatedAt))}`,
    `KIND:${isPerson ? 'individual' : 'org'}`,
    `FN:${escaped(customer.name)}`,
    ...(isPerson ? [`N:${name}`] : []),
    ...(company ? [`ORG:${escaped(company)}`] : []),
    ...customer.phones.map(
      ({ e164, extension, kind: type, isPreferred }) =>
        `TEL;VALUE=uri;TYPE="${phoneTypes[type]},voice"${preferred(isPreferred)}:tel:${e164}${extension && `;ext=${extension}`}`,
    ),
    ...customer.emails.map(
      ({ address, isPreferred }) => `EMAIL${preferred(isPreferred)}:${escaped(address)}`,
    ),
    ...customer.addresses.map(({ line1, line2, city, state, zip }) => {
      const street = [line1, line2].filter(Boolean).map(escaped).join(',');
      return `ADR:;;${[street, escaped(city), escaped(state), escaped(zip)].join(';')};United States`;
    }),
    `NOTE:${escaped(`Customer ${customer.id}${customer.doNotContact ? '. Do not contact.' : ''}`)}`,
    'END:VCARD',
  ];
}
