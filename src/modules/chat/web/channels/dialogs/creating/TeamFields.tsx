import {
  type Department,
  type Role,
  roles,
  type Store,
} from '../../../../../../platform/contract/access.ts';
import { SelectField } from '../../../../../../platform/web/ui/SelectField.tsx';
import type { Person, User } from '../../../../../people/contract.ts';
import { useEveryone } from '../../../people/usePeople.ts';
import {
  countOf,
  departmentOptions,
  describeTeam,
  roleOptions,
  storeOptions,
} from '../../labels.ts';

interface Team {
  store: Store | null;
  department: Department | null;
  minRole: Role | null;
}

interface Props {
  team: Team;
  fields: Record<string, string>;
  onChange: (team: Partial<Team>) => void;
}

export function TeamFields({ team, fields, onChange }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          label="Store"
          placeholder="Any store"
          options={storeOptions}
          value={team.store ?? ''}
          error={fields.store}
          onChange={({ target }) => onChange({ store: (target.value || null) as Store | null })}
        />
        <SelectField
          label="Department"
          placeholder="Any department"
          options={departmentOptions}
          value={team.department ?? ''}
          error={fields.department}
          onChange={({ target }) =>
            onChange({ department: (target.value || null) as Department | null })
          }
        />
        <SelectField
          label="Role"
          placeholder="Any role"
          options={roleOptions}
          value={team.minRole ?? ''}
          error={fields.minRole}
          onChange={({ target }) => onChange({ minRole: (target.value || null) as Role | null })}
        />
      </div>
      <Reach team={team} />
    </div>
  );
}

/** The member count now; an upper bound for users who can't see others' store access. */
function Reach({ team }: { team: Team }) {
  const { everyone, isPending } = useEveryone();
  if (isPending) return <p className="text-sm text-muted">Counting…</p>;
  const matching = everyone.filter((person) => mayBelong(person, team)).length;
  const certain = team.store === null || everyone.every((person) => 'storeAccess' in person);
  return (
    <p role="status" className="text-sm text-muted">
      {describeTeam(team)}:{' '}
      <strong className="font-semibold text-text">
        {certain ? '' : 'at most '}
        {countOf(matching, 'person', 'people')}
      </strong>
      . People join and leave automatically as their store, department or role changes.
    </p>
  );
}

function mayBelong(person: Person | User, { store, department, minRole }: Team): boolean {
  if (department !== null && person.department !== department) return false;
  if (minRole !== null && roles.indexOf(person.role) < roles.indexOf(minRole)) return false;
  if (store === null || !('storeAccess' in person)) return true;
  return person.storeAccess.includes(store) || person.storeAccess.includes('all');
}
