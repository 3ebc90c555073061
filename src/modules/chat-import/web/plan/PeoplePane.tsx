import { useMemo, useState } from 'react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import type { ExportedPerson } from '../../contract.ts';
import { Pane } from '../parts/Pane.tsx';
import { Walked } from '../parts/Walked.tsx';
import { PersonChoice } from './PersonChoice.tsx';
import { matchesSearch, SearchHead, searchedFrom } from './SearchHead.tsx';
import type { Plan } from './usePlan.ts';

interface Props {
  people: readonly ExportedPerson[];
  onMatch: Plan['match'];
}

/** Matches people: first those without a matching email address. */
export function PeoplePane({ people, onMatch }: Props) {
  const [typed, setTyped] = useState('');
  const found = useMemo(
    () => inOrder(people).filter(({ name, email }) => matchesSearch(typed, name, email)),
    [people, typed],
  );
  const head = people.length >= searchedFrom && (
    <SearchHead label="Search people" value={typed} onChange={setTyped} />
  );
  return (
    <Pane label="People" head={head}>
      {found.length === 0 && (
        <EmptyState title={typed ? `No people match “${typed}”` : 'No one posted in this export'} />
      )}
      <Walked key={typed} label="People" items={found}>
        {(person) => <PersonRow key={person.sourceId} {...{ person, onMatch }} />}
      </Walked>
    </Pane>
  );
}

/** Rows do not move when someone is chosen. */
const inOrder = (people: readonly ExportedPerson[]) =>
  people.toSorted(
    (a, b) =>
      Number(a.matchedBy === 'email') - Number(b.matchedBy === 'email') ||
      b.messages - a.messages ||
      a.name.localeCompare(b.name),
  );

function PersonRow({ person, onMatch }: { person: ExportedPerson } & Pick<Props, 'onMatch'>) {
  const { sourceId, name, email, messages } = person;
  return (
    <li className="flex flex-col gap-x-3 gap-y-1 px-3 py-2 sm:flex-row sm:items-center">
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block truncate text-xs text-muted">
          {[email || 'No email address', plural(messages, 'message')].join(' · ')}
        </span>
      </span>
      <PersonChoice person={person} onChoose={(who) => onMatch(sourceId, who)} />
    </li>
  );
}
