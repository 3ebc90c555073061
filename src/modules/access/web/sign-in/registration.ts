import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import type { register } from '../../contract.ts';

export type Registration = RequestOf<typeof register>['body'];

/** The error of each field; empty if the form is valid. */
export function checkRegistration(form: Registration): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!form.firstName.trim()) errors.firstName = 'Enter your first name';
  if (!form.lastName.trim()) errors.lastName = 'Enter your last name';
  if (!form.username.trim()) errors.username = 'Choose a username';
  else if (!/^[A-Za-z0-9._-]+$/.test(form.username.trim()))
    errors.username = 'Use only letters, digits, dots, dashes and underscores';
  if (!/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(form.email.trim()))
    errors.email = 'Enter an email address, such as name@example.com';
  if (form.password.length < 8) errors.password = 'Password must be at least 8 characters';
  if (!form.department) errors.department = 'Choose your department';
  return errors;
}
