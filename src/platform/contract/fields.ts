import * as z from 'zod/mini';

/** Text that must say something: surrounding blanks dropped, at most `max` characters. */
export const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const address = /:\/\/|@|[^\s.]\.[^\s\p{P}]{2}/u;
const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Why nobody can be called that, as a sentence; undefined where they can. */
function findNameProblem(name: string): string | undefined {
  if (invisible.test(name)) {
    return 'Please use a name without line breaks and invisible characters.';
  }
  if (!/\p{L}/u.test(name)) return 'Please use a name with at least one letter.';
  // Full-width letters and dots make an address too once somebody copies them.
  if (address.test(name.normalize('NFKC'))) {
    return 'Please leave web and email addresses out of the name.';
  }
  // A Cyrillic “А” in a Latin name looks like that of somebody else.
  if (alphabets.filter((letters) => letters.test(name)).length > 1) {
    return 'Please write the name in one alphabet.';
  }
  return undefined;
}

/**
 * A first or last name of somebody who works here, at most 100 characters; spaces at its ends dropped, others made one.
 * What colleagues read and mails carry must not pose as an address or as another name, nor hide what it is.
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

/** How many rows the filters of a list leave; `isMore`: there are more than were counted. */
export const rowCount = z.object({ count: z.number(), isMore: z.boolean() });

/** An id in a path or query: a positive integer PostgreSQL can hold. */
export const idParam = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
/** Of a row as its reader saw it: a count PostgreSQL keeps as an integer. */
export const version = z.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647));
// Wide enough for every birth date and lease, and a week, month or time zone further is still a date everywhere.
const inRange = z.refine<string>((value) => /^(19|2[01])\d\d/.test(value), {
  error: 'Please enter a date between 1900 and 2199',
});
/** A day of the calendar in a request: `2026-11-23`, from 1900 to 2199. */
export const calendarDate = z.iso.date().check(inRange);
/** A month of the calendar in a request: `2026-11`, from 1900 to 2199. */
export const calendarMonth = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-11'), inRange);
// PostgreSQL takes no zone further from UTC than 15:59, and there is none beyond 14:00.
const realZone = z.refine<string>((value) => /(Z|[+-](0\d|1[0-4]):[0-5]\d)$/.test(value), {
  error: 'Must end with a time zone, as in Z or -06:00',
});
/** A point in time in a request: ISO 8601 with its zone, from 1900 to 2199. */
export const instant = z.iso.datetime({ offset: true }).check(inRange, realZone);
/** The same in UTC only. */
export const utcInstant = z.iso.datetime().check(inRange);

/** ISO 8601 in UTC. */
export const time = z.string();
export const message = z.object({ message: z.string() });
