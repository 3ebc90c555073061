import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import type { Person } from '../../../people/contract.ts';
import { fullName } from '../conversations/conversation.ts';

interface Props {
  person: Person;
  isMe: boolean;
  onClick: () => void;
}

export function PersonRow({ person, isMe, onClick }: Props) {
  const name = fullName(person);
  const facts = [person.department, person.role].filter((fact) => fact !== null).map(words);
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-12 w-full cursor-default items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover"
    >
      <Avatar name={name} status={person.status} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base font-medium text-text">
          {name}
          {isMe && <span className="font-normal text-muted"> (you)</span>}
        </span>
        <span className="block truncate text-xs text-muted">{facts.join(' · ')}</span>
      </span>
      <span aria-hidden className="shrink-0 text-xs text-muted">
        {person.isActive ? statusLabel(person.status) : 'Disabled'}
      </span>
    </button>
  );
}

function words(fact: string): string {
  if (fact === 'hr' || fact === 'it') return fact.toUpperCase();
  const spaced = fact.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const widths = ['w-32', 'w-24', 'w-40', 'w-28', 'w-36', 'w-20', 'w-44', 'w-30'];

export function PersonRowSkeletons() {
  return widths.map((width) => (
    <div key={width} className="flex min-h-12 items-center gap-3 px-2 py-1.5">
      <Skeleton className="size-8 rounded-full!" />
      <div className="flex flex-col gap-1.5">
        <Skeleton className={`h-3 ${width}`} />
        <Skeleton className="h-2.5 w-20" />
      </div>
    </div>
  ));
}
