import { readPhone } from '../contract/phones.ts';

/** What can be told of somebody new in a few fields, as typed. */
export interface TypedCustomer {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
}

/** What was typed to find somebody, in the fields it belongs into: a phone number, an e-mail address or a name. */
export function typedCustomer(typed: string): TypedCustomer {
  const words = typed.trim();
  const none = { firstName: '', lastName: '', phone: '', email: '' };
  if (words.includes('@')) return { ...none, email: words };
  if (/^[\d\s().+/-]+$/.test(words)) return { ...none, phone: words };
  // `TESTER, ZOE` as lists have it.
  const [family = '', given] = words.split(',').map((part) => part.trim());
  if (given) return { ...none, firstName: given, lastName: family };
  const names = words.split(/\s+/);
  if (names.length < 2) return { ...none, lastName: words };
  return { ...none, firstName: names.slice(0, -1).join(' '), lastName: names.at(-1) ?? '' };
}

/** What can be seen to be wrong before anybody is asked, by field. */
export function problemsOf(typed: TypedCustomer): Partial<Record<keyof TypedCustomer, string>> {
  const { firstName, lastName, phone, email } = typed;
  return {
    ...(!firstName.trim() && !lastName.trim() && { lastName: 'Please enter a first or last name' }),
    ...(phone.trim() &&
      !readPhone(phone) && { phone: 'Please enter a phone number with its area code' }),
    ...(email.trim() &&
      !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim()) && {
        email: 'Please enter a valid email address',
      }),
  };
}

/** What to look for among the customers there are, so that nobody is added twice. */
export function likenessesOf({ firstName, lastName, phone, email }: TypedCustomer): string[] {
  const name = `${firstName} ${lastName}`.trim();
  return [readPhone(phone) && phone, email.includes('@') && email.trim(), name.length > 2 && name]
    .filter((one) => typeof one === 'string')
    .map((one) => one.trim());
}
