import { X } from 'lucide-react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { FindField, useFinding, useFound } from '../../../../../platform/web/ui/FindField.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { listRecipients, recipientsMax } from '../../../contract/views.ts';
import type { Person } from '../../state/useViews.ts';

interface Props {
  people: readonly Person[];
  error: string | undefined;
  onChange: (people: readonly Person[]) => void;
}

/** Recipients: a search field, the results below it, and the chosen people. */
export function PeopleField({ people, error, onChange }: Props) {
  const finding = useFinding();
  const { matches, isStale } = useFound(
    finding.search,
    queryOptionsFor(listRecipients, { query: { q: finding.search } }),
    (recipients) => recipients,
  );
  const others = matches?.filter(({ id }) => people.every((one) => one.id !== id)) ?? null;
  const isFull = people.length >= recipientsMax;
  return (
    <div className="flex flex-col gap-2">
      <FindField
        label="To"
        listLabel="People"
        required
        error={error}
        disabled={isFull}
        hint={isFull ? `Up to ${recipientsMax} people.` : undefined}
        placeholder="Search people with report access"
        noneHint={() =>
          matches?.length ? 'Already a recipient.' : 'No matching people with report access.'
        }
        finding={finding}
        found={{ matches: others, isStale }}
        onChoose={(person) => onChange([...people, person])}
      >
        {({ name }) => name}
      </FindField>
      <Chosen people={people} onChange={onChange} />
    </div>
  );
}

function Chosen({ people, onChange }: Pick<Props, 'people' | 'onChange'>) {
  if (people.length === 0) return null;
  return (
    <ul aria-label="Recipients" className="flex flex-wrap gap-2">
      {people.map(({ id, name }) => (
        <li
          key={id}
          className="flex h-8 items-center gap-1 rounded-md bg-fill pl-2.5 text-sm text-text touch:h-10"
        >
          {name}
          <IconButton
            size="sm"
            icon={X}
            label={`Remove ${name}`}
            onClick={() => onChange(people.filter((one) => one.id !== id))}
          />
        </li>
      ))}
    </ul>
  );
}
