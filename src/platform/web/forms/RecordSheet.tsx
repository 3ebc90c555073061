import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useLeaveGuard } from '../ui/LeaveGuard.tsx';
import { Notice } from '../ui/Notice.tsx';
import { usePageGuard } from './usePageGuard.ts';
import type { RecordForm } from './useRecordForm.ts';

interface Props<V extends object> {
  form: RecordForm<V>;
  title: string;
  saveLabel: string;
  /** Saves only if something was edited. */
  needsEdit?: boolean;
  size?: 'side' | 'xl';
  /** Of the fields; their gap. */
  className?: string;
  /** Beside the fields, such as what is calculated from them. */
  aside?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog of a record’s form. It asks before edits are discarded, and focuses the first error. */
export function RecordSheet<V extends object>(props: Props<V>) {
  const { form, size = 'side', className = 'gap-6', aside, onClose, children } = props;
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const guard = useLeaveGuard(form.isDirty, onClose);
  usePageGuard(form.isDirty && !form.isSaved, guard.leaveTo);
  const { attempt } = form;
  useEffect(() => {
    if (attempt === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus();
  }, [attempt]);
  const fields = (
    <form
      ref={element}
      id={formId}
      noValidate
      className={clsx('flex min-w-0 flex-col', className)}
      onSubmit={form.submit}
    >
      {form.conflict && <ConflictNotice noun={form.noun} conflict={form.conflict} />}
      {form.refusal && (
        <Notice tone="danger" live>
          {form.refusal}
        </Notice>
      )}
      {children}
    </form>
  );
  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => next || guard.leave()}
        size={size}
        dismissable={!form.isDirty}
        title={props.title}
        footer={
          <>
            <Button onClick={guard.leave}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              disabled={props.needsEdit && !form.isDirty}
              pending={form.isPending}
              pendingLabel="Saving..."
            >
              {props.saveLabel}
            </Button>
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

interface ConflictProps {
  noun: string;
  conflict: NonNullable<RecordForm<object>['conflict']>;
}

function ConflictNotice({ noun, conflict }: ConflictProps) {
  return (
    <Notice
      tone="warning"
      live
      title={`${conflict.savedBy} changed this ${noun}`}
      action={
        <Button size="sm" onClick={conflict.load}>
          Load latest version
        </Button>
      }
    >
      <p>Nothing was overwritten. Load the latest version to continue. Your changes are kept.</p>
      {conflict.changes.length > 0 && (
        <ul aria-label="Their changes" className="list-disc pt-1 pl-4">
          {conflict.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
