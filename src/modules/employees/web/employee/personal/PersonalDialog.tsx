import { Plus, Trash2 } from 'lucide-react';
import { type Phone, phoneText, readPhone } from '../../../../../platform/contract/phones.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import type { FormLine } from '../../../../../platform/web/forms/changes.ts';
import { RecordSheet } from '../../../../../platform/web/forms/RecordSheet.tsx';
import {
  checkedBy,
  type Errors,
  type RecordForm,
  useRecordForm,
} from '../../../../../platform/web/forms/useRecordForm.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import type { EmployeePage } from '../../../contract/employee.ts';
import {
  maxEmergencyContacts,
  type PersonalChange,
  type PersonalGroup,
} from '../../../contract/fields.ts';
import { proposeChange, savePersonal } from '../../../contract/writing.ts';
import { groupNames } from '../../state/labels.ts';
import { type EmployeeFile, getLatestFile, useShowSaved } from '../../state/useEmployees.ts';

interface ContactLine extends FormLine {
  name: string;
  relation: string;
  phone: string;
  otherPhone: string;
}

interface Values {
  preferredName: string;
  privatePhone: string;
  privateEmail: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  zip: string;
  contacts: ContactLine[];
}

const typedPhone = (phone: Phone | null) => (phone ? phoneText(phone) : '');
const emptyLine = (): ContactLine => ({
  key: crypto.randomUUID(),
  name: '',
  relation: '',
  phone: '',
  otherPhone: '',
});

const valuesOf = ({ preferredName, file }: EmployeePage): Values => {
  const address = file?.home?.address;
  return {
    preferredName: preferredName ?? '',
    privatePhone: typedPhone(file?.privatePhone ?? null),
    privateEmail: file?.home?.privateEmail ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zip: address?.zip ?? '',
    contacts: (file?.emergencyContacts ?? []).map((contact) => ({
      ...emptyLine(),
      name: contact.name,
      relation: contact.relation,
      phone: typedPhone(contact.phone),
      otherPhone: typedPhone(contact.otherPhone),
    })),
  };
};

function changeOf(group: PersonalGroup, values: Values): PersonalChange {
  const { preferredName, privatePhone, privateEmail, line1, line2, city, state, zip } = values;
  switch (group) {
    case 'name':
      return { group, preferredName: preferredName.trim() || null };
    case 'contact':
      return {
        group,
        privatePhone: privatePhone.trim() || null,
        privateEmail: privateEmail.trim() || null,
        address: hasAddress(values)
          ? { line1: line1.trim(), line2: line2.trim(), city: city.trim(), state, zip }
          : null,
      };
    case 'emergency':
      return {
        group,
        contacts: values.contacts.map(({ name, relation, phone, otherPhone }) => ({
          name: name.trim(),
          relation: relation.trim(),
          phone,
          otherPhone: otherPhone.trim() || null,
        })),
      };
  }
}

const hasAddress = ({ line1, line2, city, state, zip }: Values) =>
  [line1, line2, city, state, zip].some((part) => part.trim() !== '');

const phoneProblem = 'Enter a phone number with its area code';
const isPhone = (typed: string) => readPhone(typed) !== null;

function problemsOf(group: PersonalGroup, values: Values): Errors {
  if (group === 'name') return {};
  if (group === 'contact') {
    const { privatePhone, line1, city, state, zip } = values;
    return {
      ...(privatePhone.trim() && !isPhone(privatePhone) && { privatePhone: phoneProblem }),
      ...(hasAddress(values) && {
        ...(!line1.trim() && { line1: 'Enter the street and number' }),
        ...(!city.trim() && { city: 'Enter the city' }),
        ...(!state.trim() && { state: 'Enter a state such as KS' }),
        ...(!/^\d{5}(-\d{4})?$/.test(zip.trim()) && { zip: 'Enter a ZIP code such as 67202' }),
      }),
    };
  }
  const problems = values.contacts.flatMap(
    ({ name, phone, otherPhone }, at): [string, string][] => [
      ...(name.trim() ? [] : [[`contacts.${at}.name`, 'Enter a name'] as [string, string]]),
      ...(isPhone(phone) ? [] : [[`contacts.${at}.phone`, phoneProblem] as [string, string]]),
      ...(otherPhone.trim() && !isPhone(otherPhone)
        ? [[`contacts.${at}.otherPhone`, phoneProblem] as [string, string]]
        : []),
    ],
  );
  return Object.fromEntries(problems);
}

/** The server names fields within the change. */
const errorsOf = (fields: Errors): Errors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, error]) => [
      path.replace(/^change\./, '').replace(/^address\./, ''),
      error,
    ]),
  );

interface Props {
  group: PersonalGroup;
  file: EmployeeFile;
  /** One’s own file: HR decides. */
  isProposal: boolean;
  onClose: () => void;
}

/** Preferred name, private contact data, or emergency contacts: saved by HR, proposed by the employee. */
export default function PersonalDialog({ group, file, isProposal, onClose }: Props) {
  const showSaved = useShowSaved();
  const form = useRecordForm<Values, EmployeePage>({
    noun: 'file',
    record: file,
    emptyValues: () => valuesOf(file),
    valuesOf,
    getLatest: getLatestFile,
    resolver: checkedBy((values) => problemsOf(group, values)),
    save: (values, { version, clientId }) => {
      const change = changeOf(group, values);
      return isProposal
        ? call(proposeChange, { body: { clientId, change } })
        : call(savePersonal, { params: { employeeId: file.id }, body: { version, change } });
    },
    errorsOf,
    onSaved: (saved) => {
      showSaved(saved);
      onClose();
    },
    fieldNames: {
      preferredName: 'Preferred name',
      privatePhone: 'Private phone',
      privateEmail: 'Private email',
      line1: 'Home address',
      line2: 'Home address',
      city: 'Home address',
      state: 'Home address',
      zip: 'Home address',
      contacts: 'Emergency contacts',
    },
  });
  return (
    <RecordSheet
      form={form}
      size="md"
      className="gap-4"
      title={groupNames[group]}
      description={isProposal ? 'HR checks your change before it takes effect.' : file.name}
      saveLabel={isProposal ? 'Send to HR' : 'Save'}
      needsEdit
      onClose={onClose}
    >
      {group === 'name' && (
        <TextField
          label="Preferred name"
          maxLength={100}
          autoComplete="off"
          hint="What colleagues call you, such as a short first name. Leave it empty for none."
          {...form.field('preferredName')}
        />
      )}
      {group === 'contact' && <ContactFields form={form} />}
      {group === 'emergency' && <EmergencyFields form={form} />}
    </RecordSheet>
  );
}

function ContactFields({ form }: { form: RecordForm<Values> }) {
  return (
    <>
      <TextField label="Private phone" type="tel" maxLength={40} {...form.field('privatePhone')} />
      <TextField
        label="Private email"
        type="email"
        maxLength={254}
        {...form.field('privateEmail')}
      />
      <TextField label="Street and number" maxLength={200} {...form.field('line1')} />
      <TextField label="Apartment, suite" maxLength={200} {...form.field('line2')} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_6rem_8rem]">
        <TextField label="City" maxLength={100} {...form.field('city')} />
        <TextField label="State" maxLength={2} placeholder="KS" {...form.field('state')} />
        <TextField label="ZIP code" inputMode="numeric" maxLength={10} {...form.field('zip')} />
      </div>
    </>
  );
}

function EmergencyFields({ form }: { form: RecordForm<Values> }) {
  const { contacts } = form.values;
  return (
    <>
      {contacts.length === 0 && <p className="text-sm text-muted">No emergency contacts.</p>}
      {contacts.map(({ key }, at) => (
        <fieldset key={key} className="min-w-0 border-b border-border pb-4">
          <legend className="flex w-full items-center justify-between gap-3 pb-1">
            <span className="text-sm font-semibold text-text">{`Contact ${at + 1}`}</span>
            <IconButton
              label={`Remove contact ${at + 1}`}
              icon={Trash2}
              size="sm"
              onClick={() => form.set('contacts', contacts.toSpliced(at, 1))}
            />
          </legend>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Name"
              required
              maxLength={100}
              {...form.field(`contacts.${at}.name`)}
            />
            <TextField
              label="Relation"
              maxLength={60}
              placeholder="Spouse, parent, friend"
              {...form.field(`contacts.${at}.relation`)}
            />
            <TextField
              label="Phone"
              type="tel"
              required
              maxLength={40}
              {...form.field(`contacts.${at}.phone`)}
            />
            <TextField
              label="Other phone"
              type="tel"
              maxLength={40}
              {...form.field(`contacts.${at}.otherPhone`)}
            />
          </div>
        </fieldset>
      ))}
      {contacts.length < maxEmergencyContacts && (
        <div>
          <Button size="sm" onClick={() => form.set('contacts', [...contacts, emptyLine()])}>
            <Plus aria-hidden="true" />
            Add contact
          </Button>
        </div>
      )}
    </>
  );
}
