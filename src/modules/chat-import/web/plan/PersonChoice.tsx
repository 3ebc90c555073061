import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { roles } from '../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { FindField, useFinding, useFound } from '../../../../platform/web/ui/FindField.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../../platform/web/ui/Popover.tsx';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { listUsers, type Person } from '../../../people/contract.ts';
import type { ExportedPerson } from '../../contract.ts';
import { systemUserName } from '../labels.ts';
import type { MatchedUser } from './edits.ts';

interface Props {
  person: ExportedPerson;
  onChoose: (who: MatchedUser | null) => void;
}

/** The matching account of a person in the export. */
export function PersonChoice({ person: { name, userName, matchedBy }, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const choose = (who: MatchedUser | null) => {
    setOpen(false);
    onChoose(who);
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm" className="w-full justify-start sm:w-64">
          <VisuallyHidden>{`Account of ${name}:`}</VisuallyHidden>
          {userName && <Avatar name={userName} size="xs" />}
          <span className={userName ? 'truncate' : 'truncate font-normal text-muted'}>
            {userName ?? systemUserName}
          </span>
          {matchedBy === 'email' && <span className="font-normal text-muted">by email</span>}
          <ChevronDown aria-hidden="true" className="ml-auto" />
        </Button>
      </PopoverTrigger>
      <PopoverContent
        label={`Account of ${name}`}
        className="flex min-h-80 w-80 max-w-[calc(100vw-16px)] flex-col gap-3 p-3"
      >
        <FoundPeople onChoose={choose} />
        <Button size="sm" className="mt-auto self-start" onClick={() => choose(null)}>
          {systemUserName}
        </Button>
      </PopoverContent>
    </Popover>
  );
}

const nameOf = ({ shownName }: Person) => shownName;
const shownAtMost = 5;

/** Manual matches are limited to one's own role or below, and protected accounts are matched by email only. */
function FoundPeople({ onChoose }: { onChoose: (who: MatchedUser) => void }) {
  const own = useCurrentUser()?.role ?? 'employee';
  const finding = useFinding();
  const found = useFound(
    finding.search,
    queryOptionsFor(listUsers, { query: { search: finding.search, limit: 20 } }),
    ({ users }) =>
      users
        .filter(
          ({ isActive, protection, role }) =>
            isActive && protection === null && roles.indexOf(role) <= roles.indexOf(own),
        )
        .slice(0, shownAtMost),
  );
  return (
    <FindField
      label="Person"
      listLabel="People"
      placeholder="Search by name"
      noneHint={() => 'No matching people that you can match manually.'}
      {...{ finding, found }}
      onChoose={(one) => onChoose({ id: one.id, name: nameOf(one) })}
    >
      {(one) => (
        <>
          <Avatar name={nameOf(one)} size="sm" />
          <span className="min-w-0 truncate">
            {nameOf(one)} <span className="text-muted">@{one.username}</span>
          </span>
        </>
      )}
    </FindField>
  );
}
