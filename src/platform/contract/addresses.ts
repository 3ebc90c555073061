import * as z from 'zod/mini';
import { freeText, text } from './fields.ts';

/** States, DC, territories and armed forces post offices. */
const states =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'.split(
    ' ',
  );
/** Its postal abbreviation, in upper case. */
export const state = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.refine((code) => states.includes(code), { error: 'Enter a state such as KS' }),
);
const zip = z
  .string()
  .check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code such as 67202'));
/** A postal address in a request. */
export const addressInput = z.strictObject({
  line1: text(200),
  line2: freeText(200),
  city: text(100),
  state,
  zip,
});
export const address = z.object({
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});
