import { phoneText } from '../../../../platform/contract/phones.ts';
import type { EmergencyContact, PersonalValues } from '../../contract/employee.ts';

type Address = NonNullable<Extract<PersonalValues, { group: 'contact' }>['address']>;

export const addressLines = ({ line1, line2, city, state, zip }: Address): string[] =>
  [line1, line2, `${city}, ${state} ${zip}`].filter(Boolean);

const contactText = ({ name, relation, phone, otherPhone }: EmergencyContact) =>
  [
    relation ? `${name} (${relation})` : name,
    phoneText(phone),
    ...(otherPhone ? [phoneText(otherPhone)] : []),
  ].join('\n');

/** The fields of a group with their values as text, in the same order for both sides of a comparison. */
export function personalTexts(values: PersonalValues, rows: number): [string, string][] {
  switch (values.group) {
    case 'name':
      return [['Preferred name', values.preferredName ?? '']];
    case 'contact':
      return [
        ['Private phone', values.privatePhone ? phoneText(values.privatePhone) : ''],
        ['Private email', values.privateEmail ?? ''],
        ['Home address', values.address ? addressLines(values.address).join('\n') : ''],
      ];
    case 'emergency':
      return Array.from({ length: rows }, (_, at) => {
        const contact = values.contacts[at];
        return [`Contact ${at + 1}`, contact ? contactText(contact) : ''];
      });
  }
}

/** How many rows a comparison of these needs. */
export const rowsOfEither = (one: PersonalValues, other: PersonalValues): number =>
  Math.max(
    1,
    ...[one, other].map((values) => (values.group === 'emergency' ? values.contacts.length : 0)),
  );
