import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  email,
  emailPattern,
  findPasswordProblem,
  password,
  username,
  usernamePattern,
} from '../fields.ts';

const accepts = (schema: z.core.$ZodType, text: string) => z.safeParse(schema, text).success;

describe('a form and its endpoint accept the same', () => {
  test.each([
    'a@example.com',
    "o'neil+1@a-b.co",
    'a@b',
    'a@b.c',
    '.a@b.co',
    'a..b@c.co',
    'a b@c.co',
  ])('email address %s', (typed) => expect(emailPattern.test(typed)).toBe(accepts(email, typed)));

  test.each(['a.b-c_1', 'no ra', 'nöra', 'a@b'])('username %s', (typed) =>
    expect(usernamePattern.test(typed)).toBe(accepts(username, typed)),
  );

  test.each([7, 8, 256, 257])('password of %i characters', (length) => {
    const typed = 'x'.repeat(length);
    expect(findPasswordProblem(typed) === undefined).toBe(accepts(password, typed));
  });
});
