import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { Department, Role } from '../../../../../platform/contract/access.ts';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import type { User } from '../../../../people/contract.ts';
import { approveRegistration, listRegistrations } from '../../../contract.ts';
import { RightsFields } from '../../parts/RightsFields.tsx';
import { type Actor, departmentLock, grantLock, roleLock } from '../../rules/allowance.ts';
import { fullName, options } from '../../rules/labels.ts';
import { noRights, type Rights } from '../../rules/rights.ts';
import { toastFailure } from '../../state/failure.ts';
import { noticeLostFullAccess } from '../../state/fullAccessNotice.ts';
import { refreshLists } from '../../state/listCache.ts';

interface Props {
  registration: User;
  actor: Actor;
  onDone: () => void;
}

/** Role and permissions of a new user; submitting approves the registration. */
export function ApprovalForm({ registration, actor, onDone }: Props) {
  const client = useQueryClient();
  const [role, setRole] = useState<Role>('employee');
  const [department, setDepartment] = useState(() => defaultDepartment(actor, registration));
  const [rights, setRights] = useState(() => defaultRights(actor));
  const [emailVouched, setEmailVouched] = useState(false);
  const [missing, setMissing] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(approveRegistration, {
        params: { id: registration.id },
        body: {
          role,
          department: department || null,
          ...rights,
          ...(!registration.emailConfirmed && { confirmEmail: emailVouched }),
        },
      }),
    onSuccess: () => {
      void refreshLists(client);
      onDone();
    },
    onError: (failure) => {
      if (!fieldsOf(failure)) toastFailure(failure, 'Couldn’t approve registration. Try again.');
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(listRegistrations) }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const isMissing = !registration.emailConfirmed && !emailVouched;
    setMissing(isMissing);
    if (!isMissing) mutate();
  };
  const roles = options.role.map((option) => ({
    ...option,
    disabled: Boolean(roleLock(actor, option.value)),
  }));
  const departments = options.department.map((option) => ({
    ...option,
    disabled: Boolean(departmentLock(actor, option.value)),
  }));
  const errors = fieldsOf(error);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <SelectField
          label="Role"
          options={roles}
          value={role}
          error={errors?.role}
          onChange={(event) => setRole(event.target.value as Role)}
        />
        <SelectField
          label="Department"
          placeholder="None"
          options={departments}
          value={department}
          error={errors?.department}
          hint={departments.some((one) => one.disabled) && 'Your own department, or none'}
          onChange={(event) => setDepartment(event.target.value as Department | '')}
        />
      </div>
      <RightsFields
        rights={rights}
        actor={actor}
        errors={errors}
        onChange={(next, switched) => {
          noticeLostFullAccess(rights, next, switched);
          setRights(next);
        }}
      />
      {!registration.emailConfirmed && (
        <Notice tone="warning" title="Email not confirmed">
          <p>
            {`${registration.email} has not been confirmed yet. Approving confirms it: password links and other emails go there.`}
          </p>
          <Checkbox
            label={`I know this address belongs to ${fullName(registration)}`}
            checked={emailVouched}
            onCheckedChange={() => {
              setEmailVouched(!emailVouched);
              setMissing(false);
            }}
          />
          {missing && (
            <p role="alert" className="text-xs text-danger">
              Check this to approve, or wait until the person has confirmed the address.
            </p>
          )}
        </Notice>
      )}
      <div className="flex justify-end gap-2 border-t border-border pt-4">
        <Button onClick={onDone}>Back</Button>
        <Button type="submit" variant="primary" pending={isPending} pendingLabel="Approving…">
          Approve registration
        </Button>
      </div>
    </form>
  );
}

/** The requested department, if the administrator may assign it. */
function defaultDepartment(actor: Actor, { department }: User): Department | '' {
  return department && !departmentLock(actor, department) ? department : '';
}

/** Basic read access, as far as the administrator may grant it. */
function defaultRights(actor: Actor): Rights {
  return {
    ...noRights,
    pagePermissions: grantLock(actor, 'page', 'dashboard') ? [] : ['dashboard'],
    featurePermissions: grantLock(actor, 'feature', 'view_data') ? [] : ['view_data'],
  };
}

function fieldsOf(error: unknown): Record<string, string> | undefined {
  return error instanceof ApiError ? error.fields : undefined;
}
