import { type SubmitEvent, useEffect, useId, useRef } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { useLeaveGuard } from '../../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import type { User } from '../../../../people/contract.ts';
import { type Actor, lockReason } from '../../rules/allowance.ts';
import { fullName } from '../../rules/labels.ts';
import { useIsGone } from '../../state/useIsGone.ts';
import { UserFields } from './UserFields.tsx';
import { useSaveUser } from './useSaveUser.ts';
import { useUserForm } from './useUserForm.ts';

interface Props {
  actor: Actor;
  /** Absent for a new account. */
  user?: User;
  open: boolean;
  close: () => void;
}

/** Creates or edits an account. */
export function UserSheet({ actor, user, open, close }: Props) {
  const formId = useId();
  const form = useUserForm(user);
  const save = useSaveUser(user, form, close);
  const locked = user && lockReason(actor, user);
  const guard = useLeaveGuard(form.isDirty && !locked, close);
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => next || guard.leave()}
        size="side"
        dismissable={!form.isDirty}
        title={titleOf(user, locked)}
        footer={
          <>
            <Button onClick={guard.leave}>{locked ? 'Close' : 'Cancel'}</Button>
            {!locked && (
              <Button
                type="submit"
                form={formId}
                variant="primary"
                disabled={Boolean(user) && !form.isDirty}
                pending={save.isPending}
                pendingLabel="Saving..."
              >
                {user ? 'Save changes' : 'Create user'}
              </Button>
            )}
          </>
        }
      >
        <FormBody
          formId={formId}
          actor={actor}
          user={user}
          form={form}
          save={save}
          locked={locked}
        />
      </Dialog>
      {guard.dialog}
    </>
  );
}

function titleOf(user: User | undefined, locked: string | undefined): string {
  if (!user) return 'Add New User';
  return locked ? fullName(user) : `Edit ${fullName(user)}`;
}

interface BodyProps {
  formId: string;
  actor: Actor;
  user: User | undefined;
  form: ReturnType<typeof useUserForm>;
  save: ReturnType<typeof useSaveUser>;
  locked: string | undefined;
}

function FormBody({ formId, actor, user, form, save, locked }: BodyProps) {
  const element = useRef<HTMLFormElement>(null);
  const isGone = useIsGone(user?.id);
  const { attempt } = form;

  // Focuses the first invalid field.
  useEffect(() => {
    if (attempt === 0) return;
    element.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[aria-describedby] input')
      ?.focus();
  }, [attempt]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.submit();
  };
  return (
    <form ref={element} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
      {locked && <Notice tone="locked">{locked}</Notice>}
      {isGone && (
        <Notice tone="danger" live>
          Someone deleted this account. Your changes can’t be saved.
        </Notice>
      )}
      {save.newer && !isGone && <NewerVersion newer={save.newer} onLoad={form.rebaseOn} />}
      <UserFields form={form} actor={actor} user={user} locked={locked} />
    </form>
  );
}

interface NewerProps {
  newer: User;
  onLoad: (newer: User) => void;
}

function NewerVersion({ newer, onLoad }: NewerProps) {
  return (
    <Notice
      tone="warning"
      live
      title="Someone else changed this account"
      action={
        <Button size="sm" onClick={() => onLoad(newer)}>
          Load the newer version
        </Button>
      }
    >
      Nothing was overwritten. Load the newer version to continue. Your edits stay, and you can save
      them over theirs.
    </Notice>
  );
}
