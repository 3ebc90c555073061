import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import type { Choices } from '../../contract/finding.ts';
import type { CustomerRecord } from '../../contract/records.ts';
import { CustomerFields } from './CustomerFields.tsx';
import { useCustomerForm } from './useCustomerForm.ts';

interface Props {
  user: CurrentUser;
  choices: Choices;
  /** Absent for a new customer. */
  record?: CustomerRecord;
  close: () => void;
  onSaved: (saved: CustomerRecord) => void;
}

/** Adds or edits a customer. */
export default function CustomerSheet({ choices, record, close, onSaved }: Props) {
  const formId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const form = useCustomerForm({ choices, record, close, onSaved });
  const guard = useLeaveGuard(form.isDirty, close);
  const { attempt } = form;
  // Focus the first invalid field.
  useEffect(() => {
    if (attempt > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => next || guard.leave()}
        size="side"
        dismissable={!form.isDirty}
        title={record ? `Edit ${record.name}` : 'Add customer'}
        footer={
          <>
            <Button onClick={guard.leave}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              disabled={Boolean(record) && !form.isDirty}
              pending={form.isPending}
              pendingLabel="Saving..."
            >
              {record ? 'Save changes' : 'Add customer'}
            </Button>
          </>
        }
      >
        <form
          ref={formRef}
          id={formId}
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            form.submit();
          }}
        >
          {form.newer && <NewerVersion newer={form.newer} onLoad={form.loadNewer} />}
          <CustomerFields form={form} choices={choices} isNew={!record} />
        </form>
      </Dialog>
      {guard.dialog}
    </>
  );
}

interface NewerVersionProps {
  newer: CustomerRecord;
  onLoad: (newer: CustomerRecord) => void;
}

function NewerVersion({ newer, onLoad }: NewerVersionProps) {
  return (
    <Notice
      tone="warning"
      live
      title={`${newer.updatedBy} changed this customer`}
      action={
        <Button size="sm" onClick={() => onLoad(newer)}>
          Load latest version
        </Button>
      }
    >
      Your changes weren’t saved. Load the latest version to continue. Your edits stay, and you can
      save them over it.
    </Notice>
  );
}
