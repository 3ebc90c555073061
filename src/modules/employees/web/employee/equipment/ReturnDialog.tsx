import { useMutation } from '@tanstack/react-query';
import { calendarDay } from '../../../../../platform/contract/calendar.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../../platform/web/forms/useDialogForm.ts';
import { today } from '../../../../../platform/web/time/days.ts';
import { CheckGroup } from '../../../../../platform/web/ui/CheckGroup.tsx';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
import type { EquipmentItem } from '../../../contract/employee.ts';
import { returnEquipment } from '../../../contract/writing.ts';
import { equipmentNames } from '../../state/labels.ts';
import { type EmployeeFile, useShowSaved } from '../../state/useEmployees.ts';
import { ReturnFields } from './ReturnFields.tsx';

interface Props {
  file: EmployeeFile;
  /** What is out. */
  items: readonly EquipmentItem[];
  onClose: () => void;
}

/** Takes several items back at once. */
export default function ReturnDialog({ file, items, onClose }: Props) {
  const showSaved = useShowSaved();
  const all: readonly number[] = items.map(({ id }) => id);
  const form = useDialogForm({
    itemIds: items.length === 1 ? all : ([] as readonly number[]),
    returnedOn: today(),
    returnNote: '',
  });
  const { itemIds, returnedOn, returnNote } = form.values;
  const save = useMutation({
    mutationFn: () =>
      call(returnEquipment, {
        params: { employeeId: file.id },
        body: { itemIds: [...itemIds], returnedOn, note: returnNote.trim() },
      }),
    onSuccess: (saved) => {
      showSaved(saved);
      onClose();
    },
    onError: form.refuse,
  });
  const toggle = (id: number) =>
    form.set(
      'itemIds',
      itemIds.includes(id) ? itemIds.filter((one) => one !== id) : [...itemIds, id],
    );
  return (
    <FormDialog
      title="Return equipment"
      description={file.name}
      verb="Return"
      pending={save.isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => {
        const problems = {
          itemIds: itemIds.length === 0 && 'Select what was returned',
          returnedOn: !returnedOn && 'Choose a day',
        };
        if (form.check(problems)) save.mutate();
      }}
    >
      <CheckGroup
        label="Returned"
        columns={1}
        error={form.errors.itemIds}
        options={items.map(({ id, kind, name, serial, issuedOn }) => ({
          value: String(id),
          label: [name, serial].filter(Boolean).join(', '),
          hint: `${equipmentNames[kind]}, issued ${calendarDay(issuedOn)}`,
        }))}
        isChecked={(value) => itemIds.includes(Number(value))}
        onToggle={(value) => toggle(Number(value))}
      />
      <ReturnFields values={{ returnedOn, returnNote }} errors={form.errors} onChange={form.set} />
    </FormDialog>
  );
}
