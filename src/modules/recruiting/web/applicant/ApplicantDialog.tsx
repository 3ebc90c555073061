import { homeStoreName } from '../../../../platform/contract/names.ts';
import { phoneText } from '../../../../platform/contract/phones.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { EmployeePicker } from '../../../employees/web/public.ts';
import {
  type Applicant,
  addApplicant,
  getApplicant,
  type Position,
  type Source,
  saveApplicant,
  sources,
} from '../../contract.ts';
import { sourceNames } from '../state/labels.ts';
import { useShowSaved } from '../state/useRecruiting.ts';

interface Values {
  positionId: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  source: string;
  referredBy: Applicant['referredBy'];
  appliedOn: string;
  note: string;
}

const valuesOf = (applicant: Applicant): Values => ({
  positionId: String(applicant.position.id),
  firstName: applicant.firstName,
  lastName: applicant.lastName,
  email: applicant.email ?? '',
  phone: applicant.phone ? phoneText(applicant.phone) : '',
  source: applicant.source,
  referredBy: applicant.referredBy,
  appliedOn: applicant.appliedOn,
  note: applicant.note,
});

interface Props {
  /** Those an applicant can be added to. */
  positions: readonly Position[];
  /** The position of a new one, if it is chosen. */
  positionId?: number | undefined;
  /** Absent: a new one. */
  applicant?: Applicant;
  onSaved?: (saved: Applicant) => void;
  onClose: () => void;
}

export default function ApplicantDialog(props: Props) {
  const { positions, applicant, onClose } = props;
  const showSaved = useShowSaved();
  const offered = positions.map(({ id, jobTitle, store }) => ({
    value: String(id),
    label: `${jobTitle}, ${homeStoreName(store)}`,
  }));
  const now = applicant?.position;
  const options =
    now && !offered.some(({ value }) => value === String(now.id))
      ? [
          { value: String(now.id), label: `${now.jobTitle}, ${homeStoreName(now.store)}` },
          ...offered,
        ]
      : offered;
  const first = offered.find(({ value }) => value === String(props.positionId)) ?? offered[0];
  const form = useRecordForm<Values, Applicant>({
    noun: 'applicant',
    record: applicant,
    emptyValues: () => ({
      positionId: first?.value ?? '',
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      source: 'website',
      referredBy: null,
      appliedOn: today(),
      note: '',
    }),
    valuesOf,
    getLatest: ({ id }) => call(getApplicant, { params: { applicantId: id } }),
    resolver: checkedBy((values) => ({
      ...(!values.positionId && { positionId: 'Choose a position' }),
      ...(!values.firstName.trim() && { firstName: 'Enter the first name' }),
      ...(!values.lastName.trim() && { lastName: 'Enter the last name' }),
      ...(!values.appliedOn && { appliedOn: 'Choose a day' }),
    })),
    save: (values, { version, clientId }) => {
      const input = {
        positionId: Number(values.positionId),
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        email: values.email.trim() || null,
        phone: values.phone.trim() || null,
        source: values.source as Source,
        referredById: values.referredBy?.id ?? null,
        appliedOn: values.appliedOn,
        note: values.note.trim(),
      };
      return applicant
        ? call(saveApplicant, {
            params: { applicantId: applicant.id },
            body: { version, ...input },
          })
        : call(addApplicant, { body: { clientId, ...input } });
    },
    errorsOf: ({ referredById, ...fields }) => ({
      ...fields,
      ...(referredById && { referredBy: referredById }),
    }),
    onSaved: (saved) => {
      showSaved(saved);
      onClose();
      props.onSaved?.(saved);
    },
    fieldNames: {
      positionId: 'Position',
      firstName: 'First name',
      lastName: 'Last name',
      email: 'Email',
      phone: 'Phone',
      source: 'Source',
      referredBy: 'Referred by',
      appliedOn: 'Applied',
      note: 'Notes',
    },
    valueTexts: {
      positionId: (value) => options.find((one) => one.value === value)?.label ?? '',
      source: (value) => sourceNames[value as Source],
      referredBy: (value) => value?.name ?? '',
    },
  });
  return (
    <RecordSheet
      form={form}
      size="md"
      className="gap-4"
      title={applicant ? 'Edit applicant' : 'Add applicant'}
      saveLabel={applicant ? 'Save' : 'Add applicant'}
      needsEdit={applicant !== undefined}
      onClose={onClose}
    >
      <SelectField label="Position" required options={options} {...form.field('positionId')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First name"
          required
          maxLength={100}
          autoComplete="off"
          {...form.field('firstName')}
        />
        <TextField
          label="Last name"
          required
          maxLength={100}
          autoComplete="off"
          {...form.field('lastName')}
        />
        <TextField
          label="Email"
          type="email"
          maxLength={254}
          autoComplete="off"
          {...form.field('email')}
        />
        <TextField
          label="Phone"
          type="tel"
          maxLength={40}
          autoComplete="off"
          {...form.field('phone')}
        />
        <SelectField
          label="Source"
          options={sources.map((value) => ({ value, label: sourceNames[value] }))}
          {...form.field('source')}
        />
        <TextField label="Applied" type="date" required {...form.field('appliedOn')} />
      </div>
      <EmployeePicker
        label="Referred by"
        hint="Leave it empty if no employee referred them"
        value={form.values.referredBy}
        error={form.errorOf('referredBy')}
        onChange={(referredBy) => form.set('referredBy', referredBy)}
      />
      <TextArea label="Notes" maxLength={5_000} rows={4} {...form.field('note')} />
    </RecordSheet>
  );
}
