import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { FindField, useFinding } from '../../../../platform/web/ui/FindField.tsx';
import { listUsers } from '../../../people/contract.ts';
import { nameOf } from '../names.ts';

interface Props {
  without: ReadonlySet<number>;
  onChoose: (userId: number) => void;
}

/** Searches people by name. */
export function PersonField({ without, onChoose }: Props) {
  const finding = useFinding();
  const found = usePeople(finding.search, without);
  return (
    <FindField
      label="Add a person"
      listLabel="People"
      placeholder="Search by name"
      noneHint={(text) => `No one else matches “${text}”.`}
      {...{ finding, found }}
      onChoose={({ id }) => onChoose(id)}
    >
      {(person) => (
        <>
          <Avatar name={nameOf(person)} size="sm" />
          <span className="min-w-0 truncate">
            {nameOf(person)} <span className="text-muted">@{person.username}</span>
          </span>
        </>
      )}
    </FindField>
  );
}

function usePeople(search: string, without: ReadonlySet<number>) {
  const { data, isPlaceholderData } = useQuery({
    ...queryOptionsFor(listUsers, { query: { search, limit: 8 } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const found = data?.users.filter(
    ({ id, isActive, protection }) => isActive && protection !== 'system_bot' && !without.has(id),
  );
  return isPlaceholderData && found?.length === 0 ? null : (found ?? null);
}
