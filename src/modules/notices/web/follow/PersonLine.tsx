import { Check } from 'lucide-react';
import { departmentNames } from '../../../../platform/contract/names.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import type { NoticePerson } from '../../contract.ts';
import { storeList } from '../labels.ts';
import { formatTime } from '../store/times.ts';

interface Props {
  person: NoticePerson;
  now: Date;
}

/** A recipient and whether they have confirmed. */
export function PersonLine({ person, now }: Props) {
  const { name, department, stores, status, standing } = person;
  const facts = [department && departmentNames[department], storeList(stores)].filter(Boolean);
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5">
      <Avatar name={name} status={standing === 'here' ? status : undefined} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base font-medium text-text">{name}</span>
        <span className="block truncate text-xs text-muted">{facts.join(' · ')}</span>
      </span>
      <span className="shrink-0 text-right text-xs text-muted">
        <Standing person={person} now={now} />
      </span>
    </li>
  );
}

function Standing({ person, now }: Props) {
  const { confirmedAt, standing, escalatedAt, remindedAt } = person;
  if (confirmedAt) {
    return (
      <span className="inline-flex items-center gap-1 text-success-text">
        <Check aria-hidden className="size-3.5" />
        Confirmed {formatTime(confirmedAt, now)}
      </span>
    );
  }
  if (standing === 'gone') return 'Account inactive';
  if (standing === 'left') return 'No longer in the conversation';
  if (escalatedAt) return `Escalated to manager ${formatTime(escalatedAt, now)}`;
  return remindedAt ? `Reminded ${formatTime(remindedAt, now)}` : 'Not confirmed';
}
