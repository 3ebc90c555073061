import { tooLarge } from '../errors.ts';
import { Unreadable } from './parser.ts';

/**
 * For the `catch` of reading an image someone has chosen: throws `broken()` for an unreadable one, `too_large` for
 * one that exceeds the limits of its parser, and any other error as it is.
 */
export const rejectUnreadableImage =
  (broken: () => Error) =>
  (error: unknown): never => {
    if (!(error instanceof Unreadable)) throw error;
    if (error.reason !== 'limit') throw broken();
    throw tooLarge('This image takes too much memory or time to read. Choose another one.');
  };
