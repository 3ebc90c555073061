import { calendarDay } from '../../../../../platform/contract/calendar.ts';
import { phoneText, readPhone } from '../../../../../platform/contract/phones.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { RecordSheet } from '../../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../../platform/web/forms/useRecordForm.ts';
import { optionsOf } from '../../../../../platform/web/records/filters.ts';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import type { EmployeePage } from '../../../contract/employee.ts';
import { type PayBasis, payBases, payBasisNames } from '../../../contract/fields.ts';
import { saveEmployment } from '../../../contract/writing.ts';
import { type EmployeeFile, getLatestFile, useShowSaved } from '../../state/useEmployees.ts';

interface Values {
  employeeNumber: string;
  hiredOn: string;
  leftOn: string;
  reviewOn: string;
  workPhone: string;
  payBasis: string;
}

const valuesOf = ({ file, workPhone }: EmployeePage): Values => ({
  employeeNumber: file?.employeeNumber ?? '',
  hiredOn: file?.hiredOn ?? '',
  leftOn: file?.leftOn ?? '',
  reviewOn: file?.reviewOn ?? '',
  workPhone: workPhone ? phoneText(workPhone) : '',
  payBasis: file?.payBasis ?? '',
});

const dayText = (value: string) => value && calendarDay(value);

/** Number, dates, work phone and pay basis. */
export default function EmploymentDialog({
  file,
  onClose,
}: {
  file: EmployeeFile;
  onClose: () => void;
}) {
  const showSaved = useShowSaved();
  const form = useRecordForm<Values, EmployeePage>({
    noun: 'employment',
    record: file,
    emptyValues: () => valuesOf(file),
    valuesOf,
    getLatest: getLatestFile,
    resolver: checkedBy(({ workPhone, hiredOn, leftOn }) => ({
      ...(workPhone.trim() &&
        !readPhone(workPhone) && { workPhone: 'Enter a phone number with its area code' }),
      ...(hiredOn &&
        leftOn &&
        leftOn < hiredOn && { leftOn: 'The last day can’t be before the hire date' }),
    })),
    save: (values, { version }) =>
      call(saveEmployment, {
        params: { employeeId: file.id },
        body: {
          version,
          employeeNumber: values.employeeNumber.trim() || null,
          hiredOn: values.hiredOn || null,
          leftOn: values.leftOn || null,
          reviewOn: values.reviewOn || null,
          workPhone: values.workPhone.trim() || null,
          payBasis: (values.payBasis || null) as PayBasis | null,
        },
      }),
    onSaved: (saved) => {
      showSaved(saved);
      onClose();
    },
    fieldNames: {
      employeeNumber: 'Employee number',
      hiredOn: 'Hired',
      leftOn: 'Last day',
      reviewOn: 'Next review',
      workPhone: 'Work phone',
      payBasis: 'Pay basis',
    },
    valueTexts: {
      hiredOn: dayText,
      leftOn: dayText,
      reviewOn: dayText,
      payBasis: (value) => value && payBasisNames[value as PayBasis],
    },
  });
  return (
    <RecordSheet
      form={form}
      size="md"
      className="gap-4"
      title="Edit employment"
      description={file.name}
      saveLabel="Save"
      needsEdit
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Employee number"
          maxLength={12}
          autoComplete="off"
          {...form.field('employeeNumber')}
        />
        <SelectField
          label="Pay basis"
          options={optionsOf('Not specified', payBases, payBasisNames)}
          {...form.field('payBasis')}
        />
        <TextField label="Hired" type="date" {...form.field('hiredOn')} />
        <TextField label="Next review" type="date" {...form.field('reviewOn')} />
      </div>
      <TextField
        label="Work phone"
        type="tel"
        maxLength={40}
        autoComplete="off"
        hint="Colleagues see it in the directory"
        {...form.field('workPhone')}
      />
      <TextField
        label="Last day"
        type="date"
        hint="After this day the employee counts as former. An open offboarding moves to this day. Without one, an administrator closes the account."
        {...form.field('leftOn')}
      />
    </RecordSheet>
  );
}
