import { type SubmitEvent, useState } from 'react';
import { departments } from '../../../../platform/contract/access.ts';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import {
  emailPattern,
  findPasswordProblem,
  maxLengths,
  usernamePattern,
} from '../../../../platform/contract/fields.ts';
import { departmentNames } from '../../../../platform/contract/names.ts';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { PasswordField } from '../../../../platform/web/ui/PasswordField.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { register } from '../../contract.ts';
import { useEnter } from './enter.ts';

const departmentOptions = [
  { value: '', label: 'Choose your department' },
  ...departments.map((value) => ({ value, label: departmentNames[value] })),
];

export function RegistrationForm() {
  const enter = useEnter();
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = Object.fromEntries(new FormData(form)) as unknown as Registration;
    const problems = checkRegistration(body);
    showErrors(form, problems);
    if (Object.keys(problems).length > 0) return;
    setPending(true);
    try {
      enter(await call(register, { body }));
    } catch (error) {
      toastFailure(error, 'Registration failed', unreachable);
      if (error instanceof ApiError) showErrors(form, error.fields ?? {});
    } finally {
      setPending(false);
    }
  };
  const showErrors = (form: HTMLFormElement, problems: Record<string, string>) => {
    setErrors(problems);
    const first = [...form.elements].find((field) => (field as HTMLInputElement).name in problems);
    if (first instanceof HTMLElement) first.focus();
  };

  return (
    <>
      <h1 className="text-xl font-semibold text-text">Request an account</h1>
      <p className="mt-1 text-base text-muted">
        An administrator must approve your account before you can use it.
      </p>
      <form onSubmit={submit} noValidate className="mt-5 flex flex-col gap-4">
        <Fields errors={errors} />
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          pending={pending}
          pendingLabel="Sending…"
        >
          Request account
        </Button>
      </form>
    </>
  );
}

const unreachable = 'Couldn’t reach the server. Try again.';

function Fields({ errors }: { errors: Record<string, string> }) {
  const field = (name: keyof Registration) => ({ name, error: errors[name], required: true });
  const text = (name: 'firstName' | 'lastName' | 'username' | 'email') => ({
    ...field(name),
    maxLength: maxLengths[name],
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" autoFocus {...text('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...text('lastName')} />
      </div>
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...text('username')}
      />
      <TextField label="Email" type="email" autoComplete="email" {...text('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={errors.password ? undefined : 'At least 8 characters'}
        {...field('password')}
      />
      <SelectField label="Department" options={departmentOptions} {...field('department')} />
    </>
  );
}

type Registration = RequestOf<typeof register>['body'];

/** The error of each field; empty if the form is valid. */
function checkRegistration(form: Registration): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!form.firstName.trim()) errors.firstName = 'Enter your first name';
  if (!form.lastName.trim()) errors.lastName = 'Enter your last name';
  if (!form.username.trim()) errors.username = 'Choose a username';
  else if (!usernamePattern.test(form.username.trim()))
    errors.username = 'Use only letters, digits, dots, dashes and underscores';
  if (!emailPattern.test(form.email.trim()))
    errors.email = 'Enter an email address, such as name@example.com';
  const passwordProblem = findPasswordProblem(form.password);
  if (passwordProblem) errors.password = passwordProblem;
  if (!form.department) errors.department = 'Choose your department';
  return errors;
}
