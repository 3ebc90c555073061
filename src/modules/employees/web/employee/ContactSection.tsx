import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type Phone, phoneText } from '../../../../platform/contract/phones.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { FactList, type FactRow } from '../../../../platform/web/ui/FactList.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { EmergencyContact, EmployeePage } from '../../contract/employee.ts';
import type { PersonalGroup } from '../../contract/fields.ts';
import { dialOf, groupNames } from '../state/labels.ts';
import { addressLines } from '../state/personalTexts.ts';
import type { EmployeeFile } from '../state/useEmployees.ts';

const PersonalDialog = lazyPart(() => import('./personal/PersonalDialog.tsx'), { place: 'dialog' });

interface Props {
  employee: EmployeePage;
  /** Absent for colleagues, who see how to reach someone at work. */
  file?: EmployeeFile;
  isOwn: boolean;
}

/** How to reach someone: at work, and as far as the user may see it, privately and in an emergency. */
export function ContactSection({ employee, file, isOwn }: Props) {
  const [edited, setEdited] = useState<PersonalGroup>();
  const edit = (group: PersonalGroup) =>
    file && <EditButton group={group} file={file} isOwn={isOwn} onEdit={() => setEdited(group)} />;
  return (
    <>
      <RecordSection label="Contact" aside={edit('name')}>
        <FactList rows={workRows(employee, Boolean(file))} />
      </RecordSection>
      {file && (
        <RecordSection label="Private contact" aside={edit('contact')}>
          <FactList rows={privateRows(file)} />
        </RecordSection>
      )}
      {file && (
        <RecordSection label="Emergency contacts" aside={edit('emergency')}>
          <EmergencyContacts contacts={file.file.emergencyContacts} />
        </RecordSection>
      )}
      <Suspense>
        {file && edited && (
          <PersonalDialog
            group={edited}
            file={file}
            isProposal={isOwn}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

interface EditButtonProps {
  group: PersonalGroup;
  file: EmployeeFile;
  isOwn: boolean;
  onEdit: () => void;
}

/** HR edits; the employee proposes, once at a time. */
function EditButton({ group, file, isOwn, onEdit }: EditButtonProps) {
  const { may } = file;
  if (!(isOwn ? may.propose : may.change)) return null;
  if (isOwn && file.file.proposals.some((one) => one.group === group))
    return <span className="text-xs">Waiting for HR</span>;
  const verb = isOwn ? 'Suggest change' : 'Edit';
  // Beside contact data that is the account’s.
  const label = group === 'name' ? 'Preferred name' : verb;
  return (
    <Button size="sm" variant="ghost" aria-label={`${verb}: ${groupNames[group]}`} onClick={onEdit}>
      <Pencil aria-hidden="true" />
      {label}
    </Button>
  );
}

const DialLink = ({ phone }: { phone: Phone }) => (
  <a href={dialOf(phone)} className="underline">
    {phoneText(phone)}
  </a>
);

function workRows(
  { preferredName, email, workPhone }: EmployeePage,
  showsPreferred: boolean,
): FactRow[] {
  return [
    [
      'Email',
      <a key="email" href={`mailto:${email}`} className="underline">
        {email}
      </a>,
    ],
    ['Work phone', workPhone && <DialLink key="phone" phone={workPhone} />],
    ...(showsPreferred ? [['Preferred name', preferredName] as const] : []),
  ];
}

function privateRows({ file: { privatePhone, home } }: EmployeeFile): FactRow[] {
  return [
    ['Private phone', privatePhone && <DialLink key="phone" phone={privatePhone} />],
    ...(home
      ? ([
          [
            'Private email',
            home.privateEmail && (
              <a key="email" href={`mailto:${home.privateEmail}`} className="underline">
                {home.privateEmail}
              </a>
            ),
          ],
          [
            'Home address',
            home.address && (
              <span key="address" className="whitespace-pre-line">
                {addressLines(home.address).join('\n')}
              </span>
            ),
          ],
        ] as const)
      : []),
  ];
}

function EmergencyContacts({ contacts }: { contacts: readonly EmergencyContact[] }) {
  if (contacts.length === 0) return <p className="text-sm text-muted">No emergency contacts.</p>;
  return (
    <ul className="flex flex-col gap-3">
      {contacts.map((contact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a contact has nothing else of its own
        <li key={at} className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
          <span className="text-text">
            <span className="font-medium">{contact.name}</span>
            {contact.relation && <span className="text-muted">{` · ${contact.relation}`}</span>}
          </span>
          <span className="flex flex-wrap gap-x-4 tabular-nums">
            <DialLink phone={contact.phone} />
            {contact.otherPhone && <DialLink phone={contact.otherPhone} />}
          </span>
        </li>
      ))}
    </ul>
  );
}
