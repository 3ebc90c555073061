import { useMutation } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { addKind, saveKind } from '../../contract/rules.ts';
import { type Kind, type Mark, marks, tones } from '../../contract.ts';
import { KindMark } from '../parts/KindMark.tsx';
import { markNames } from '../state/labels.ts';
import { useRefresh } from '../state/useTimeOff.ts';

const toneNames: Record<Kind['tone'], string> = {
  accent: 'Accent',
  success: 'Green',
  warning: 'Amber',
  danger: 'Red',
  info: 'Blue',
  neutral: 'Gray',
};

const blank: Omit<Kind, 'id' | 'version'> = {
  name: '',
  mark: 'sun',
  tone: 'info',
  isPaid: true,
  hasBalance: true,
  needsApproval: true,
  hidesReason: false,
  overdraw: 'refuse',
  isActive: true,
};

/** What a kind of time off is; null: a new one. */
export default function KindDialog({ kind, onClose }: { kind: Kind | null; onClose: () => void }) {
  const { id, version, ...start } = kind ?? { ...blank, id: 0, version: 0 };
  const form = useDialogForm(start);
  const { values, errors } = form;
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const body = { ...values, name: values.name.trim() };
      return kind
        ? call(saveKind, { params: { kindId: id }, body: { ...body, version } })
        : call(addKind, { body });
    },
    onSuccess: onClose,
    onError: form.refuse,
    onSettled: refresh,
  });
  const submit = () => {
    if (form.check({ name: values.name.trim() === '' && 'Enter a name' })) mutate();
  };
  return (
    <FormDialog
      title={kind ? `Edit ${kind.name}` : 'Add kind'}
      verb={kind ? 'Save' : 'Add kind'}
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        required
        maxLength={40}
        value={values.name}
        error={errors.name}
        onChange={({ target }) => form.set('name', target.value)}
      />
      <div className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] items-end gap-4">
        <span className="pb-1.5">
          <KindMark kind={values} />
        </span>
        <SelectField
          label="Mark"
          options={marks.map((value) => ({ value, label: markNames[value] }))}
          value={values.mark}
          onChange={({ target }) => form.set('mark', target.value as Mark)}
        />
        <SelectField
          label="Color"
          options={tones.map((value) => ({ value, label: toneNames[value] }))}
          value={values.tone}
          onChange={({ target }) => form.set('tone', target.value as Kind['tone'])}
        />
      </div>
      <div className="flex flex-col gap-2">
        <Checkbox
          label="Paid"
          hint="Its hours appear in the timesheet and in payroll."
          checked={values.isPaid}
          onCheckedChange={(isOn) => form.set('isPaid', isOn)}
        />
        <Checkbox
          label="Counts against a balance"
          checked={values.hasBalance}
          onCheckedChange={(isOn) => form.set('hasBalance', isOn)}
        />
        <Checkbox
          label="Needs approval"
          hint="Otherwise the manager is only notified."
          checked={values.needsApproval}
          onCheckedChange={(isOn) => form.set('needsApproval', isOn)}
        />
        <Checkbox
          label="Reason is private"
          hint="Only HR and the employee read it."
          checked={values.hidesReason}
          onCheckedChange={(isOn) => form.set('hidesReason', isOn)}
        />
        <Checkbox
          label="In use"
          checked={values.isActive}
          onCheckedChange={(isOn) => form.set('isActive', isOn)}
        />
      </div>
      {values.hasBalance && (
        <SelectField
          label="If the balance is not enough"
          options={[
            { value: 'refuse', label: 'Refuse the request' },
            { value: 'warn', label: 'Allow it with a warning' },
          ]}
          value={values.overdraw}
          onChange={({ target }) => form.set('overdraw', target.value as Kind['overdraw'])}
        />
      )}
    </FormDialog>
  );
}
