import { expect, test } from 'vitest';
import { invalid } from '../../errors.ts';
import { rejectUnreadableImage } from '../images.ts';
import { Unreadable } from '../parser.ts';

const reject = rejectUnreadableImage(() => invalid('Broken.'));

test('an unreadable image is the error of the caller', () => {
  for (const reason of ['refused', 'broken'] as const) {
    expect(() => reject(new Unreadable('', reason))).toThrow(
      expect.objectContaining({ code: 'invalid', message: 'Broken.' }),
    );
  }
});

test('an image that exceeds the limits is too large', () => {
  expect(() => reject(new Unreadable('', 'limit'))).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  );
});

test('other errors are thrown as they are', () => {
  const error = new Error('The server is stopping');
  expect(() => reject(error)).toThrow(error);
});
