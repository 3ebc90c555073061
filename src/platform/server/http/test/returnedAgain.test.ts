import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { jsonOf, returnedAgain } from '../returnedAgain.ts';

const declare = (path: string) =>
  endpoint({ method: 'GET', path, access: 'public', summary: 'For the test', reply: z.unknown() });
const one = declare('/api/one');
const other = declare('/api/other');

test('a marked reply is serialized once', () => {
  const reply = returnedAgain([1]);
  const serialize = vi.fn(() => '[1]');
  expect(jsonOf(one, reply, serialize)).toBe('[1]');
  expect(jsonOf(one, returnedAgain(reply), serialize)).toBe('[1]');
  expect(serialize).toHaveBeenCalledTimes(1);
});

test('another endpoint serializes it by its own schema', () => {
  const reply = returnedAgain({ secret: 1 });
  expect(jsonOf(one, reply, () => '{"secret":1}')).toBe('{"secret":1}');
  expect(jsonOf(other, reply, () => '{}')).toBe('{}');
});

test('an equal reply that is not marked, or not an object, is not known', () => {
  const reply = { id: 1 };
  expect(jsonOf(one, returnedAgain({ ...reply }), () => 'known')).toBe('known');
  for (const unmarked of [reply, null, 'text', undefined])
    expect(jsonOf(one, unmarked, () => 'known')).toBeUndefined();
});

test('a reply that could not be serialized is tried again', () => {
  const reply = returnedAgain({});
  const fails = () => {
    throw new Error('Invalid');
  };
  expect(() => jsonOf(one, reply, fails)).toThrow('Invalid');
  expect(jsonOf(one, reply, () => '{}')).toBe('{}');
});
