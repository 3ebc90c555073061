import { emailPattern } from '../../../../platform/contract/fields.ts';
import { readPhone } from '../../../../platform/contract/phones.ts';

/** A new customer in a short form, as typed. */
export interface TypedCustomer {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
}

/** Prefills the form from the search text: a phone number, an email or a name. */
export function typedCustomer(typed: string): TypedCustomer {
  const text = typed.trim();
  const blank = { firstName: '', lastName: '', phone: '', email: '' };
  if (text.includes('@')) return { ...blank, email: text };
  if (/^[\d\s().+/-]+$/.test(text)) return { ...blank, phone: text };
  // `TESTER, ZOE`
  const [lastName = '', firstName] = text.split(',').map((part) => part.trim());
  if (firstName) return { ...blank, firstName, lastName };
  const names = text.split(/\s+/);
  if (names.length < 2) return { ...blank, lastName: text };
  return { ...blank, firstName: names.slice(0, -1).join(' '), lastName: names.at(-1) ?? '' };
}

/** Client-side validation, by field. */
export function problemsOf(typed: TypedCustomer): Partial<Record<keyof TypedCustomer, string>> {
  const { firstName, lastName, phone, email } = typed;
  return {
    ...(!firstName.trim() && !lastName.trim() && { lastName: 'Enter a first or last name' }),
    ...(phone.trim() && !readPhone(phone) && { phone: 'Enter a phone number with its area code' }),
    ...(email.trim() &&
      !emailPattern.test(email.trim()) && {
        email: 'Please enter a valid email address',
      }),
  };
}

/** Searches for possible duplicates of a new customer. */
export function duplicateSearches({ firstName, lastName, phone, email }: TypedCustomer): string[] {
  const name = `${firstName} ${lastName}`.trim();
  return [readPhone(phone) && phone, email.includes('@') && email.trim(), name.length > 2 && name]
    .filter((one) => typeof one === 'string')
    .map((one) => one.trim());
}
