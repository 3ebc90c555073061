import * as z from 'zod/mini';

/** Text that must say something: surrounding blanks dropped, at most `max` characters. */
export const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

export const personName = text(100);
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

/** An id in a path or query: a positive integer PostgreSQL can hold. */
export const idParam = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
/** Of a row as its reader saw it: a count PostgreSQL keeps as an integer. */
export const version = z.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647));
/** ISO 8601 in UTC. */
export const time = z.string();
export const message = z.object({ message: z.string() });
