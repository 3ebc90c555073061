import { clsx } from 'clsx';
import { departmentNames, roleNames } from '../../../../platform/contract/names.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import type { Person } from '../../../people/contract.ts';
import { fullName } from '../state/conversations/conversation.ts';

interface Props {
  person: Person;
  isMe: boolean;
  onClick: () => void;
  /** Undefined if the person cannot be selected for a group. */
  chosen?: boolean | undefined;
  /** A selection exists: every row shows its checkbox. */
  choosing: boolean;
  onChoose: () => void;
}

/** A person in the directory: a click messages them, the checkbox selects them for a group. */
export function PersonRow(props: Props) {
  const { person, chosen, choosing, onChoose } = props;
  return (
    <li
      className={clsx(
        'group flex items-center gap-1 rounded-md pr-2 hover:bg-hover',
        chosen && 'bg-accent-surface',
      )}
    >
      <RowButton {...props} />
      {chosen !== undefined && (
        <Checkbox
          label={`Select ${fullName(person)}`}
          labelHidden
          checked={chosen}
          onCheckedChange={onChoose}
          className={clsx(
            'touch:opacity-100 group-hover:opacity-100 focus-within:opacity-100',
            !choosing && 'opacity-0',
          )}
        />
      )}
      {chosen === undefined && <span className="w-4 shrink-0" />}
    </li>
  );
}

function RowButton({ person, isMe, onClick }: Pick<Props, 'person' | 'isMe' | 'onClick'>) {
  const name = fullName(person);
  const facts = [
    person.department && departmentNames[person.department],
    roleNames[person.role],
  ].filter(Boolean);
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-12 min-w-0 flex-1 cursor-default items-center gap-3 rounded-md px-2 py-1.5 text-left"
    >
      <Avatar name={name} status={person.status} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base font-medium text-text">
          {name}
          {isMe && <span className="font-normal text-muted"> (you)</span>}
        </span>
        <span className="block truncate text-xs text-muted">{facts.join(' · ')}</span>
      </span>
      <span aria-hidden className="max-w-40 shrink-0 truncate text-xs text-muted">
        {person.isActive ? person.statusMessage || statusLabel(person.status) : 'Disabled'}
      </span>
    </button>
  );
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
