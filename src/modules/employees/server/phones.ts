import { type Phone, readPhone } from '../../../platform/contract/phones.ts';

/** A number that the contract accepted, as it is stored: `+13165550142;ext=7`. */
export function storedPhone(typed: string): string {
  const phone = readPhone(typed);
  if (!phone) throw new Error('A phone number that cannot be dialed passed validation');
  return phone.extension ? `${phone.e164};ext=${phone.extension}` : phone.e164;
}

export const storedPhoneOrNull = (typed: string | null): string | null =>
  typed === null ? null : storedPhone(typed);

export function phoneOf(stored: string): Phone {
  const [e164 = '', extension = ''] = stored.split(';ext=');
  return { e164, extension };
}

export const phoneOrNull = (stored: string | null): Phone | null =>
  stored === null ? null : phoneOf(stored);
