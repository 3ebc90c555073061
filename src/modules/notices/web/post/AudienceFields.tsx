import { Users } from 'lucide-react';
import { useState } from 'react';
import { departments, roles, stores } from '../../../../platform/contract/access.ts';
import { departmentNames, roleNames, storeNames } from '../../../../platform/contract/names.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { CheckGroup } from '../../../../platform/web/ui/CheckGroup.tsx';
import { type Audience, everyone } from '../../contract.ts';
import { peopleCount } from '../state/labels.ts';

interface Props {
  name: string;
  audience: Audience;
  /** How many people match; undefined while loading, null if it couldn't be counted. */
  count: number | null | undefined;
  onChange: (audience: Audience) => void;
}

type Field = keyof Audience;

const groups: readonly {
  field: Field;
  label: string;
  options: { value: string; label: string }[];
}[] = [
  { field: 'departments', label: 'Departments', options: optionsOf(departments, departmentNames) },
  { field: 'stores', label: 'Stores', options: optionsOf(stores, storeNames) },
  { field: 'roles', label: 'Roles', options: optionsOf(roles, roleNames) },
];

function optionsOf<V extends string>(values: readonly V[], names: Record<V, string>) {
  return values.map((value) => ({ value, label: names[value] }));
}

/** Everyone in the conversation or some of them, and how many people that is. */
export function AudienceFields({ name, audience, count, onChange }: Props) {
  const [isLimited, setLimited] = useState(false);
  const toggle = (field: Field, value: string) => {
    const selected: readonly string[] = audience[field];
    const next = selected.includes(value)
      ? selected.filter((one) => one !== value)
      : [...selected, value];
    onChange({ ...audience, [field]: next } as Audience);
  };
  const limit = (on: boolean) => {
    setLimited(on);
    if (!on) onChange(everyone);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Checkbox
          label={`Only some people in ${name}`}
          checked={isLimited}
          onCheckedChange={limit}
        />
        <p
          role="status"
          className="inline-flex items-center gap-1.5 text-sm text-muted tabular-nums"
        >
          <Users aria-hidden className="size-4 self-center" />
          {describeCount(count)}
        </p>
      </div>
      {isLimited &&
        groups.map(({ field, label, options }) => (
          <CheckGroup
            key={field}
            label={label}
            note={audience[field].length === 0 ? 'Any' : undefined}
            options={options}
            isChecked={(value) => (audience[field] as readonly string[]).includes(value)}
            onToggle={(value) => toggle(field, value)}
          />
        ))}
    </div>
  );
}

function describeCount(count: Props['count']): string {
  if (count === undefined) return 'Counting…';
  if (count === null) return 'Couldn’t count people';
  return count === 0 ? 'No one matches' : `Asks ${peopleCount(count)}`;
}
