import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../../platform/web/forms/useDialogForm.ts';
import { today } from '../../../../../platform/web/time/days.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { ConfirmDialog } from '../../../../../platform/web/ui/ConfirmDialog.tsx';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import type { EmployeePage, EquipmentItem } from '../../../contract/employee.ts';
import { removeEquipment, saveEquipment } from '../../../contract/writing.ts';
import { type EmployeeFile, useShowSaved } from '../../state/useEmployees.ts';
import { ItemFields, type ItemValues } from './ItemFields.tsx';
import { ReturnFields } from './ReturnFields.tsx';

interface Props {
  file: EmployeeFile;
  item: EquipmentItem;
  onClose: () => void;
}

/** Corrects a recorded item, or removes it. */
export default function EquipmentDialog({ file, item, onClose }: Props) {
  const showSaved = useShowSaved();
  const [isAsking, setAsking] = useState(false);
  const form = useDialogForm({
    kind: item.kind,
    name: item.name,
    serial: item.serial,
    note: item.note,
    issuedOn: item.issuedOn,
    isReturned: item.returned !== null,
    returnedOn: item.returned?.on ?? today(),
    returnNote: item.returned?.note ?? '',
  });
  const { kind, name, serial, note, issuedOn, isReturned, returnedOn, returnNote } = form.values;
  const params = { employeeId: file.id, itemId: item.id };
  const settle = {
    onSuccess: (saved: EmployeePage) => {
      showSaved(saved);
      onClose();
    },
  };
  const save = useMutation({
    mutationFn: () =>
      call(saveEquipment, {
        params,
        body: {
          version: item.version,
          item: { kind, name: name.trim(), serial: serial.trim(), note: note.trim() },
          issuedOn,
          returned: isReturned ? { on: returnedOn, note: returnNote.trim() } : null,
        },
      }),
    ...settle,
    onError: form.refuse,
  });
  const remove = useMutation({
    mutationFn: () => call(removeEquipment, { params, query: { version: item.version } }),
    ...settle,
    onError: (error) => {
      setAsking(false);
      form.refuse(error);
    },
  });
  const change = (values: ItemValues) => {
    for (const field of ['kind', 'name', 'serial', 'note'] as const)
      if (values[field] !== form.values[field]) form.set(field, values[field]);
  };
  const submit = () => {
    const problems = {
      name: !name.trim() && 'Enter what it is',
      issuedOn: !issuedOn && 'Choose a day',
      returnedOn:
        isReturned &&
        (!returnedOn
          ? 'Choose a day'
          : returnedOn < issuedOn && 'The return can’t be before the day it was issued'),
    };
    if (form.check(problems)) save.mutate();
  };
  return (
    <>
      <FormDialog
        title="Edit equipment"
        description={file.name}
        verb="Save"
        pending={save.isPending}
        isDisabled={remove.isPending}
        isDirty={form.isDirty}
        refusal={form.refusal}
        actions={
          <Button variant="ghost" className="mr-auto" onClick={() => setAsking(true)}>
            Remove
          </Button>
        }
        onClose={onClose}
        onSubmit={submit}
      >
        <ItemFields
          values={{ kind, name, serial, note }}
          errorOf={(field) => form.errors[field]}
          onChange={change}
        />
        <TextField
          label="Issued on"
          type="date"
          required
          max={today()}
          value={issuedOn}
          error={form.errors.issuedOn}
          onChange={({ target }) => form.set('issuedOn', target.value)}
        />
        {item.returned && (
          <Checkbox
            label="Returned"
            hint="Clear it if the equipment is still out"
            checked={isReturned}
            onCheckedChange={(checked) => form.set('isReturned', checked)}
          />
        )}
        {isReturned && (
          <ReturnFields
            values={{ returnedOn, returnNote }}
            errors={form.errors}
            onChange={form.set}
          />
        )}
      </FormDialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${item.name}?`}
        description="Only for equipment recorded by mistake. For equipment that came back, record a return."
        confirmLabel="Remove"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
