import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import type { register } from '../../contract.ts';

export type Registration = RequestOf<typeof register>['body'];

/** What is wrong with each field, as the person should read it; empty when all is well. */
export function checkRegistration(form: Registration): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!form.firstName.trim()) errors.firstName = 'Enter your first name';
  if (!form.lastName.trim()) errors.lastName = 'Enter your last name';
  if (!form.username.trim()) errors.username = 'Choose a username';
  else if (!/^[A-Za-z0-9._-]+$/.test(form.username.trim()))
    errors.username = 'Use letters, digits, dots, dashes and underscores';
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(form.email.trim()))
    errors.email = 'Enter an address such as name@example.com';
  if (form.password.length < 8) errors.password = 'Password must be at least 8 characters';
  if (!form.department) errors.department = 'Choose your department';
  return errors;
}
