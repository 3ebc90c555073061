import { WandSparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { maxLengths } from '../../../../../platform/contract/fields.ts';
import type { RecordForm } from '../../../../../platform/web/forms/useRecordForm.ts';
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
import { rightsOf } from '../../rules/rights.ts';
import { noticeLostFullAccess } from '../../state/fullAccessNotice.ts';
import { generatePassword } from './generatePassword.ts';
import { inOrderOf, type Values } from './values.ts';

interface Props {
  form: RecordForm<Values>;
  actor: Actor;
  /** Absent for a new account. */
  user: User | undefined;
  /** Why the account is read-only. */
  locked: string | undefined;
  /** Of a new account. */
  proposedEmrn: string;
}

type TextKey = 'firstName' | 'lastName' | 'username' | 'email';

/** All fields of an account. */
export function UserFields({ form, actor, user, locked, proposedEmrn }: Props) {
  const { values, errorOf } = form;
  const own = user && ownLock(actor, user);
  const departments = options.department.map((option) => ({
    ...option,
    // The current department always stays selectable.
    disabled: option.value !== user?.department && Boolean(departmentLock(actor, option.value)),
  }));
  const text = (key: TextKey, label: string, more: object = {}) => (
    <TextField
      {...form.field(key)}
      label={label}
      readOnly={Boolean(locked)}
      autoComplete="off"
      maxLength={maxLengths[key]}
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
      <TextField
        label="Employee number (EMRN)"
        inputClassName="font-mono"
        autoComplete="off"
        readOnly={Boolean(user)}
        hint={user ? 'Can’t be changed' : 'EMP and six digits'}
        value={values.emrn ?? proposedEmrn}
        error={errorOf('emrn')}
        onChange={(event) => form.set('emrn', event.target.value)}
      />
      {!locked && !own && <Password form={form} actor={actor} user={user} />}
      <Pair>
        <RoleField form={form} actor={actor} locked={locked ?? own} />
        <SelectField
          {...form.field('department')}
          label="Department"
          placeholder="None"
          options={departments}
          hint={departments.some((one) => one.disabled) && 'Your own department, or none'}
          disabled={Boolean(locked ?? own)}
        />
      </Pair>
      <RightsFields
        rights={values}
        actor={actor}
        errors={{
          storeAccess: errorOf('storeAccess'),
          pagePermissions: errorOf('pagePermissions'),
          featurePermissions: errorOf('featurePermissions'),
        }}
        disabled={Boolean(locked ?? own)}
        onChange={(rights, switched) => {
          form.change(inOrderOf(form.base, rightsOf(rights)));
          noticeLostFullAccess(values, rights, switched);
        }}
      />
      <Switch
        label="Active"
        hint={own ?? 'Only active accounts can sign in'}
        checked={values.isActive}
        disabled={Boolean(locked ?? own)}
        onCheckedChange={(isActive) => form.set('isActive', isActive)}
      />
    </>
  );
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">{children}</div>
);

function RoleField({ form, actor, locked }: Omit<Props, 'user' | 'proposedEmrn'>) {
  const roles = options.role.map((option) => ({
    ...option,
    disabled: option.value !== form.values.role && Boolean(roleLock(actor, option.value)),
  }));
  return (
    <SelectField
      {...form.field('role')}
      label="Role"
      options={roles}
      hint={locked ?? (roles.some((one) => one.disabled) && 'Roles up to your own')}
      disabled={Boolean(locked)}
    />
  );
}

function Password({ form, actor, user }: Omit<Props, 'locked' | 'proposedEmrn'>) {
  const field = form.field('password');
  const locked = user && passwordLock(actor, user);
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <PasswordField
          {...field}
          label="Password"
          autoComplete="new-password"
          required={!user}
          disabled={Boolean(locked)}
          hint={locked ?? passwordHint(user, field.error)}
        />
      </div>
      <Button
        className="mt-6"
        disabled={Boolean(locked)}
        onClick={() => form.set('password', generatePassword())}
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
