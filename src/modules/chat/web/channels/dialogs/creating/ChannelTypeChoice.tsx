import { clsx } from 'clsx';
import { Building2, Hash, Lock } from 'lucide-react';
import { useId } from 'react';
import type { CreatableType } from '../../../../contract/channels.ts';

const choices = [
  { type: 'public', label: 'Public', hint: 'Everyone can read and join.', icon: Hash },
  { type: 'private', label: 'Private', hint: 'Only invited people can see it.', icon: Lock },
  {
    type: 'team',
    label: 'Team',
    hint: 'Members are set by store, department and role.',
    icon: Building2,
  },
] as const;

interface Props {
  value: CreatableType;
  /** The types to offer. */
  types: readonly CreatableType[];
  error?: string | undefined;
  onChange: (type: CreatableType) => void;
}

export function ChannelTypeChoice({ value, types, error, onChange }: Props) {
  const name = useId();
  const shown = choices.filter(({ type }) => types.includes(type));
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium text-text">Type</legend>
      <div className={clsx('grid gap-2', shown.length > 1 && 'sm:grid-cols-3')}>
        {shown.map(({ type, label, hint, icon: Icon }) => (
          <label
            key={type}
            className="flex cursor-default flex-col gap-1 rounded-md border border-line p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <span className="flex items-center gap-2 text-base font-medium text-text">
              <Icon aria-hidden className="size-4 shrink-0 text-muted" />
              {label}
              <input
                type="radio"
                name={name}
                checked={value === type}
                onChange={() => onChange(type)}
                className="ml-auto size-4 accent-accent outline-none"
              />
            </span>
            <span className="text-xs text-muted">{hint}</span>
          </label>
        ))}
      </div>
      {error && <p className="pt-1.5 text-xs text-danger">{error}</p>}
    </fieldset>
  );
}
