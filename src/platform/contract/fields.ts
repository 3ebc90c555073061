import * as z from 'zod/mini';
import { readPhone } from './phones.ts';

/** Idempotency key of a creation, chosen by the client. */
export const clientId = z.uuid();

/** Non-empty text: trimmed, at most `max` characters. */
export const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** The same, empty or missing too. */
export const freeText = (max: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(max)), '');

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
 * A first or last name of an employee, at most 100 characters, trimmed, with single spaces. Names appear to
 * colleagues and in emails, so they must not look like an address or another name, nor contain hidden characters.
 */
export const personName = z.string().check(
  z.normalize('NFC'),
  z.trim(),
  z.minLength(1),
  z.maxLength(100),
  z.overwrite((name) => name.replace(/ +/g, ' ')),
  z.check(({ value, issues }) => {
    const message = value === '' || value.length > 100 ? undefined : findNameProblem(value);
    if (message) issues.push({ code: 'custom', input: value, message });
  }),
);
/** A phone number as typed; `readPhone` parses it. */
export const phoneInput = z.string().check(
  z.trim(),
  z.maxLength(40),
  z.refine((typed) => readPhone(typed) !== null, {
    error: 'Enter a phone number with its area code',
  }),
);
export const email = z.string().check(z.trim(), z.maxLength(254), z.toLowerCase(), z.email());
export const password = z
  .string()
  .check(
    z.minLength(8, 'Password must be at least 8 characters'),
    z.maxLength(256, 'Password must be at most 256 characters'),
  );
export const username = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(/^[A-Za-z0-9._-]+$/));

/** Number of rows that match the filters; `isMore`: there are more than were counted. */
export const rowCount = z.object({ count: z.number(), isMore: z.boolean() });

/** How many rows of a list, 50 unless asked for another number. */
export const pageLimit = (max: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max)), 50);

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
