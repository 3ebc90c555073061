import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { updateCurrentUser } from '../../../access/web/public.ts';
import { updateProfile } from '../../contract.ts';
import { fieldsOf, toastFailure } from '../failure.ts';
import { Section } from '../Section.tsx';

/** What one is called; the rest of the record is an administrator's. */
export function NameSection({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const [firstName, setFirstName] = useState(user.firstName);
  const [lastName, setLastName] = useState(user.lastName);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => call(updateProfile, { body: { firstName, lastName } }),
    onSuccess: (saved) =>
      updateCurrentUser(client, {
        firstName: saved.firstName,
        lastName: saved.lastName,
        version: saved.version,
      }),
    onError: (refusal) => {
      if (!fieldsOf(refusal)) toastFailure(refusal, 'Failed to save your name');
    },
  });
  const errors = fieldsOf(error);
  const changed = firstName.trim() !== user.firstName || lastName.trim() !== user.lastName;
  const isProtected = user.protection !== null;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (changed && !isPending) mutate();
  };
  const field = (label: string, value: string, set: (text: string) => void, name: string) => (
    <TextField
      label={label}
      required
      value={value}
      readOnly={isProtected}
      autoComplete={name}
      error={value.trim() ? undefined : `${label} is required`}
      onChange={(event) => {
        set(event.target.value);
        reset();
      }}
    />
  );
  return (
    <Section
      title="Name"
      description={
        isProtected
          ? 'This account is protected: its name cannot be changed.'
          : 'As colleagues see it. Ask an administrator to change anything else.'
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {field('First name', firstName, setFirstName, 'given-name')}
          {field('Last name', lastName, setLastName, 'family-name')}
        </div>
        {errors && <p className="text-xs text-danger">{Object.values(errors)[0]}</p>}
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [&_dt]:text-muted">
          <dt>Username</dt>
          <dd>{user.username}</dd>
          <dt>Email</dt>
          <dd className="truncate">{user.email}</dd>
          <dt>Employee number</dt>
          <dd className="font-mono">{user.emrn}</dd>
        </dl>
        {!isProtected && (
          <Saving saved={isSuccess && !changed}>
            <Button
              type="submit"
              disabled={!changed || !firstName.trim() || !lastName.trim()}
              pending={isPending}
              pendingLabel="Saving..."
            >
              Save name
            </Button>
          </Saving>
        )}
      </form>
    </Section>
  );
}

export function Saving({ saved, children }: { saved: boolean; children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      {children}
      <span role="status" className="text-sm text-success">
        {saved && 'Saved'}
      </span>
    </div>
  );
}
