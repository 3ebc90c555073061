import { findPasswordProblem } from '../../../../platform/contract/fields.ts';

/** The problems of a password typed twice; both undefined if it is valid. */
export function checkNewPassword(password: string, again: string) {
  return {
    password: findPasswordProblem(password),
    again: password !== again ? 'Passwords do not match' : undefined,
  };
}
