import * as z from 'zod/mini';
import { readPhone } from './phones.ts';

/** Idempotency key of a creation, chosen by the client. */
export const clientId = z.uuid();

/** Non-empty text: trimmed, at most `max` characters. */
export const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** The same, empty or missing too. */
export const freeText = (max: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(max)), '');

/** How long these texts may be; forms read it, too. */
export const maxLengths = {
  firstName: 100,
  lastName: 100,
  username: 100,
  email: 254,
  phone: 40,
} as const;

const controlCharacters = /[\p{Cc}\u2028\u2029]/u;
const isOneLine = z.refine<string>((value) => !controlCharacters.test(value), {
  error: 'Must be one line',
});
/** Non-empty text of one line. */
export const line = (max: number) => text(max).check(isOneLine);
/** The same, empty or missing too. */
export const freeLine = (max: number) => freeText(max).check(isOneLine);

const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const address = /:\/\/|@|[^\s.]\.[^\s\p{P}]{2}/u;
const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Why a name is not allowed, as a message; undefined if it is. */
function findNameProblem(name: string): string | undefined {
  if (invisible.test(name)) {
    return 'Use a name without line breaks and invisible characters.';
  }
  if (!/\p{L}/u.test(name)) return 'Use a name with at least one letter.';
  // Full-width letters and dots also form a web address once copied.
  if (address.test(name.normalize('NFKC'))) {
    return 'Leave web and email addresses out of the name.';
  }
  // A Cyrillic “А” in a Latin name looks like another person’s name.
  if (alphabets.filter((letters) => letters.test(name)).length > 1) {
    return 'Write the name in one alphabet.';
  }
  return undefined;
}

/**
 * A first or last name of an employee, trimmed, with single spaces. Names appear to
 * colleagues and in emails, so they must not look like an address or another name, nor contain hidden characters.
 */
export const personName = z.string().check(
  z.normalize('NFC'),
  z.trim(),
  z.minLength(1),
  z.maxLength(maxLengths.lastName),
  z.overwrite((name) => name.replace(/ +/g, ' ')),
  z.check(({ value, issues }) => {
    const message =
      value === '' || value.length > maxLengths.lastName ? undefined : findNameProblem(value);
    if (message) issues.push({ code: 'custom', input: value, message });
  }),
);
/** A phone number as typed; `readPhone` parses it. */
export const phoneInput = z.string().check(
  z.trim(),
  z.maxLength(maxLengths.phone),
  z.refine((typed) => readPhone(typed) !== null, {
    error: 'Enter a phone number with its area code',
  }),
);
/** The pattern of Zod, for forms, which run without it. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
export const email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(maxLengths.email),
    z.toLowerCase(),
    z.email({ pattern: emailPattern }),
  );

const passwordLength = { min: 8, max: 256 };
const shortPassword = `Password must be at least ${passwordLength.min} characters`;
const longPassword = `Password must be at most ${passwordLength.max} characters`;
/** Why a new password is not allowed, as a message; undefined if it is. */
export function findPasswordProblem(password: string): string | undefined {
  if (password.length < passwordLength.min) return shortPassword;
  return password.length > passwordLength.max ? longPassword : undefined;
}
export const password = z
  .string()
  .check(
    z.minLength(passwordLength.min, shortPassword),
    z.maxLength(passwordLength.max, longPassword),
  );
export const usernamePattern = /^[A-Za-z0-9._-]+$/;
export const username = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(maxLengths.username), z.regex(usernamePattern));

/** Number of rows that match the filters; `isMore`: there are more than were counted. */
export const rowCount = z.object({ count: z.number(), isMore: z.boolean() });

/** How many rows of a list, 50 unless asked for another number. */
export const pageLimit = (max: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max)), 50);

/** A record or an employee that another record names. */
export const reference = z.object({ id: z.number(), name: z.string() });
export type Reference = z.output<typeof reference>;

/** An id in a body: a positive integer within PostgreSQL's range. */
export const id = z.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
/** The same in a path or query, where it is text. */
export const idParam = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
/** Row version the reader saw: an integer within PostgreSQL's range. */
export const version = z.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647));
// Wide enough for every birth date and lease, and a week, month or time zone beyond is still a valid date.
const inRange = z.refine<string>((value) => /^(19|2[01])\d\d/.test(value), {
  error: 'Enter a date between 1900 and 2199',
});
/** A day of the calendar in a request: `2026-11-23`, from 1900 to 2199. */
export const calendarDate = z.iso.date().check(inRange);
/** A calendar month in a request: `2026-11`, from 1900 to 2199. */
export const calendarMonth = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-11'), inRange);
// PostgreSQL accepts no offset beyond 15:59, and no zone is beyond 14:00.
const realZone = z.refine<string>((value) => /(Z|[+-](0\d|1[0-4]):[0-5]\d)$/.test(value), {
  error: 'Must end with a time zone, as in Z or -06:00',
});
/** An instant in a request: ISO 8601 with its offset, from 1900 to 2199. */
export const instant = z.iso.datetime({ offset: true }).check(inRange, realZone);
/** The same in UTC only. */
export const utcInstant = z.iso.datetime().check(inRange);

/** The next page of a list by time: the time and the id of the last row of this one. */
export const nextPage = { before: z.optional(instant), beforeId: z.optional(idParam) };

/** ISO 8601 in UTC. */
export const time = z.string();
export const message = z.object({ message: z.string() });
