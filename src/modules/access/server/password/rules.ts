import fs from 'node:fs';
import path from 'node:path';
import { invalid } from '../../../../platform/server/http/errors.ts';

const list = fs.readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
const common = new Set(list.split('\n').filter(Boolean));
const oneCharacter = /^(.)\1*$/u;

interface Owner {
  username: string;
  email: string;
}

/**
 * Throws `invalid` with the reason when nobody should have this password, this person least of all.
 * `field` is what the body calls it.
 */
export function assertAcceptable(password: string, owner: Owner, field = 'password'): void {
  const problem = findProblem(password.normalize('NFC'), owner);
  if (problem) throw invalid(problem, { [field]: problem });
}

function findProblem(password: string, { username, email }: Owner): string | undefined {
  // Characters as people count them: four pictures are eight units of UTF-16.
  if ([...password].length < 8) return 'Password must be at least 8 characters';
  const plain = password.trim().toLowerCase();
  const [mailbox] = email.split('@');
  if ([username, email, mailbox].some((name) => name?.toLowerCase() === plain)) {
    return 'Password must not be your username or email address';
  }
  if (common.has(plain) || oneCharacter.test(plain)) {
    return 'Password must be harder to guess: this one is on every list of common passwords';
  }
  return undefined;
}
