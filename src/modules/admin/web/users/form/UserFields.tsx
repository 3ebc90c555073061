import { WandSparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { PasswordField } from '../../../../../platform/web/ui/PasswordField.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { Switch } from '../../../../../platform/web/ui/Switch.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import type { User } from '../../../../people/contract.ts';
import { RightsFields } from '../../parts/RightsFields.tsx';
import {
  type Actor,
  departmentLock,
  ownLock,
  passwordLock,
  roleLock,
} from '../../rules/allowance.ts';
import { options } from '../../rules/labels.ts';
import { generatePassword } from './generatePassword.ts';
import type { UserForm } from './useUserForm.ts';
import type { Values } from './values.ts';

interface Props {
  form: UserForm;
  actor: Actor;
  /** Absent for a new account. */
  user: User | undefined;
  /** Why the account is read-only. */
  locked: string | undefined;
}

type TextKey = 'emrn' | 'firstName' | 'lastName' | 'username' | 'email';

/** All fields of an account. */
export function UserFields({ form, actor, user, locked }: Props) {
  const { values, errors, hints, set } = form;
  const own = user && ownLock(actor, user);
  const departments = options.department.map((option) => ({
    ...option,
    // The current department always stays selectable.
    disabled: option.value !== user?.department && Boolean(departmentLock(actor, option.value)),
  }));
  const text = (key: TextKey, label: string, more: object = {}) => (
    <TextField
      label={label}
      value={values[key]}
      error={errors[key]}
      hint={hints[key]}
      readOnly={Boolean(locked)}
      autoComplete="off"
      onChange={(event) => set(key, event.target.value)}
      {...more}
    />
  );
  return (
    <>
      <Pair>
        {text('firstName', 'First name', { required: true })}
        {text('lastName', 'Last name', { required: true })}
      </Pair>
      {text('username', 'Username', { required: true, spellCheck: false, autoCapitalize: 'none' })}
      {text('email', 'Email', {
        type: 'email',
        required: !user,
        ...(user && { readOnly: true, hint: 'Can’t be changed' }),
      })}
      {text('emrn', 'Employee number (EMRN)', {
        inputClassName: 'font-mono',
        ...(user ? { readOnly: true, hint: 'Can’t be changed' } : { hint: 'EMP and six digits' }),
      })}
      {!locked && !own && <Password form={form} actor={actor} user={user} />}
      <Pair>
        <RoleField form={form} actor={actor} locked={locked ?? own} />
        <SelectField
          label="Department"
          placeholder="None"
          options={departments}
          value={values.department}
          error={errors.department}
          hint={
            hints.department ??
            (departments.some((one) => one.disabled) ? 'Your own department, or none' : undefined)
          }
          disabled={Boolean(locked ?? own)}
          onChange={(event) => set('department', event.target.value as Values['department'])}
        />
      </Pair>
      <RightsFields
        rights={values}
        actor={actor}
        errors={errors}
        disabled={Boolean(locked ?? own)}
        onChange={form.setRights}
      />
      <Switch
        label="Active"
        hint={own ?? 'Only active accounts can sign in'}
        checked={values.isActive}
        disabled={Boolean(locked ?? own)}
        onCheckedChange={(isActive) => set('isActive', isActive)}
      />
    </>
  );
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">{children}</div>
);

function RoleField({ form, actor, locked }: Omit<Props, 'user'>) {
  const { values, errors, hints, set } = form;
  const roles = options.role.map((option) => ({
    ...option,
    disabled: option.value !== values.role && Boolean(roleLock(actor, option.value)),
  }));
  return (
    <SelectField
      label="Role"
      options={roles}
      value={values.role}
      error={errors.role}
      hint={locked ?? hints.role ?? (roles.some((one) => one.disabled) && 'Roles up to your own')}
      disabled={Boolean(locked)}
      onChange={(event) => set('role', event.target.value as Values['role'])}
    />
  );
}

function Password({ form, actor, user }: Omit<Props, 'locked'>) {
  const { values, errors, set } = form;
  const locked = user && passwordLock(actor, user);
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          required={!user}
          value={values.password}
          error={errors.password}
          disabled={Boolean(locked)}
          hint={locked ?? passwordHint(user, errors.password)}
          onChange={(event) => set('password', event.target.value)}
        />
      </div>
      <Button
        className="mt-6"
        disabled={Boolean(locked)}
        onClick={() => set('password', generatePassword())}
      >
        <WandSparkles aria-hidden="true" />
        Generate
      </Button>
    </div>
  );
}

function passwordHint(user: User | undefined, error: string | undefined): string | undefined {
  if (user) return 'Leave empty to keep the current password';
  return error ? undefined : 'At least 8 characters';
}
