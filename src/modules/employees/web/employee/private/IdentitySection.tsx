import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { calendarDay } from '../../../../../platform/contract/calendar.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../../platform/web/forms/useDialogForm.ts';
import { RecordSection } from '../../../../../platform/web/records/RecordSection.tsx';
import { today } from '../../../../../platform/web/time/days.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { FactList } from '../../../../../platform/web/ui/FactList.tsx';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { saveIdentity } from '../../../contract/private.ts';
import { type PrivateProps, usePrivateChange } from './usePrivateChange.ts';

export function IdentitySection({ file, part, onChange }: PrivateProps) {
  const [isEditing, setEditing] = useState(false);
  const { legalName, dateOfBirth, payrollId } = part.identity;
  return (
    <RecordSection
      label="Identity"
      aside={
        part.may.change && (
          <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" />
            Edit
          </Button>
        )
      }
    >
      <FactList
        rows={[
          ['Legal name', legalName],
          ['Date of birth', dateOfBirth && calendarDay(dateOfBirth)],
          ['Payroll ID', payrollId],
        ]}
      />
      {isEditing && (
        <IdentityDialog
          file={file}
          part={part}
          onChange={onChange}
          onClose={() => setEditing(false)}
        />
      )}
    </RecordSection>
  );
}

function IdentityDialog({ file, part, onChange, onClose }: PrivateProps & { onClose: () => void }) {
  const { identity } = part;
  const form = useDialogForm({
    legalName: identity.legalName ?? '',
    dateOfBirth: identity.dateOfBirth ?? '',
    payrollId: identity.payrollId ?? '',
  });
  const { legalName, dateOfBirth, payrollId } = form.values;
  const save = usePrivateChange({
    save: () =>
      call(saveIdentity, {
        params: { employeeId: file.id },
        body: {
          version: identity.version,
          legalName: legalName.trim() || null,
          dateOfBirth: dateOfBirth || null,
          payrollId: payrollId.trim() || null,
        },
      }),
    onChange: (next) => {
      onChange(next);
      onClose();
    },
    onError: form.refuse,
  });
  return (
    <FormDialog
      size="sm"
      title="Edit identity"
      description={file.name}
      verb="Save"
      pending={save.isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      autoComplete="off"
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <TextField
        label="Legal name"
        maxLength={200}
        value={legalName}
        error={form.errors.legalName}
        onChange={({ target }) => form.set('legalName', target.value)}
      />
      <TextField
        label="Date of birth"
        type="date"
        max={today()}
        value={dateOfBirth}
        error={form.errors.dateOfBirth}
        onChange={({ target }) => form.set('dateOfBirth', target.value)}
      />
      <TextField
        label="Payroll ID"
        maxLength={40}
        hint="Of the payroll provider. Never enter a social security number here."
        value={payrollId}
        error={form.errors.payrollId}
        onChange={({ target }) => form.set('payrollId', target.value)}
      />
    </FormDialog>
  );
}
