import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useLeaveGuard } from '../ui/LeaveGuard.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { usePageGuard } from './usePageGuard.ts';
import type { RecordForm } from './useRecordForm.ts';

interface Props<V extends object> {
  form: RecordForm<V>;
  /** False while it fades out; by default it is open as long as it is rendered. */
  open?: boolean;
  title: string;
  description?: string;
  saveLabel: string;
  /** Saves only if something was edited. */
  needsEdit?: boolean;
  /** Another action of the dialog is pending. */
  isBusy?: boolean;
  /** Why it only shows the record. */
  locked?: string | undefined;
  /** Further actions, before the others. */
  actions?: ReactNode;
  size?: 'side' | 'xl' | 'md' | 'sm';
  /** Of the fields; their gap. */
  className?: string;
  /** Beside the fields, such as what is calculated from them. */
  aside?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

// A group of checkboxes is described only by its error.
const invalidControls = '[aria-invalid="true"], [data-wrong], fieldset[aria-describedby] input';

/** The dialog of a record’s form. It asks before edits are discarded, and focuses the first error. */
export function RecordSheet<V extends object>(props: Props<V>) {
  const { form, open = true, locked, size = 'side', className = 'gap-6', aside, onClose } = props;
  const isDirty = open && form.isDirty && !form.isSaved;
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const guard = useLeaveGuard(isDirty, onClose);
  usePageGuard(isDirty, guard.leaveTo);
  const { attempt } = form;
  useEffect(() => {
    if (attempt === 0) return;
    element.current?.querySelector<HTMLElement>(invalidControls)?.focus();
  }, [attempt]);
  const fields = (
    <form
      ref={element}
      id={formId}
      noValidate
      className={clsx('flex min-w-0 flex-col', className)}
      onSubmit={form.submit}
    >
      {locked && <Notice tone="locked">{locked}</Notice>}
      {form.conflict && <ConflictNotice noun={form.noun} conflict={form.conflict} />}
      {form.refusal && (
        <Notice tone="danger" live>
          {form.refusal}
        </Notice>
      )}
      {props.children}
    </form>
  );
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => next || guard.leave()}
        size={size}
        dismissable={!isDirty}
        title={props.title}
        description={props.description}
        footer={
          <>
            {props.actions}
            <Button onClick={guard.leave}>{locked ? 'Close' : 'Cancel'}</Button>
            {!locked && (
              <Button
                type="submit"
                form={formId}
                variant="primary"
                disabled={props.isBusy || (props.needsEdit && !form.isDirty)}
                pending={form.isPending}
                pendingLabel="Saving…"
              >
                {props.saveLabel}
              </Button>
            )}
          </>
        }
      >
        {aside ? (
          <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_18rem]">
            {fields}
            {aside}
          </div>
        ) : (
          fields
        )}
      </Dialog>
      {guard.dialog}
    </>
  );
}
