import { Search, Users } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useSettled } from '../../../../platform/web/time/useSettled.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Person } from '../../../people/contract.ts';
import { directChannelId } from '../../contract.ts';
import { useChat } from '../state/chatContext.ts';
import { fullName } from '../state/conversations/conversation.ts';
import { canBeMessaged } from '../state/people/canBeMessaged.ts';
import { usePeople } from '../state/people/usePeople.ts';
import type { View } from '../state/view/chatView.ts';
import { ChosenBar } from './ChosenBar.tsx';
import { PersonRow, PersonRowSkeletons } from './PersonRow.tsx';

interface Props {
  onGo: (view: View, name: string) => void;
}

/** Everyone the user can message. */
export default function TeamDirectory({ onGo }: Props) {
  const { user } = useChat();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const found = usePeople(search);
  const { people, isPending, error, refetch, hasNextPage, fetchNextPage } = found;
  const [chosen, setChosen] = useState<ReadonlyMap<number, Person>>(new Map());
  const choose = (person: Person) => {
    const next = new Map(chosen);
    if (!next.delete(person.id)) next.set(person.id, person);
    setChosen(next);
  };
  const body = useRef<HTMLDivElement>(null);
  const write = (person: Person) => onGo(directChannelId(user.id, person.id), fullName(person));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut; every row is a button
    <div
      ref={body}
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => move(event, body.current)}
    >
      <div className="shrink-0 px-4 pt-3 pb-2">
        <TextField
          label="Search people"
          labelHidden
          type="search"
          icon={Search}
          placeholder="Search people"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            const [first] = people;
            // The first Escape clears the box, the next one closes the panel.
            if (event.key === 'Escape' && typed) {
              event.preventDefault();
              setTyped('');
            }
            // Until the search is answered, the list still shows the people of the one before.
            const isAnswered = search === typed.trim() && !found.isPlaceholderData;
            if (event.key === 'Enter' && first && isAnswered) write(first);
          }}
        />
      </div>
      <ScrollArea className="min-h-0 flex-1 px-2 pb-2">
        {isPending && <PersonRowSkeletons />}
        {error && (
          <NotLoaded title="Failed to fetch users" error={error} icon={Users} onRetry={refetch} />
        )}
        {!isPending && !error && people.length === 0 && <NoPeopleFound search={search} />}
        <ul aria-label="People">
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isMe={person.id === user.id}
              onClick={() => write(person)}
              chosen={
                person.id !== user.id && canBeMessaged(person) ? chosen.has(person.id) : undefined
              }
              choosing={chosen.size > 0}
              onChoose={() => choose(person)}
            />
          ))}
        </ul>
        {hasNextPage && (
          <LoadMore
            isManual
            label="Show more people"
            pending={found.isFetchingNextPage}
            onMore={() => void fetchNextPage()}
          />
        )}
      </ScrollArea>
      {chosen.size > 0 && (
        <ChosenBar people={[...chosen.values()]} onClear={() => setChosen(new Map())} onGo={onGo} />
      )}
    </div>
  );
}

function NoPeopleFound({ search }: { search: string }) {
  return search ? (
    <EmptyState
      icon={Search}
      title="No people found"
      description={`No name, username, email or department matches “${search}”.`}
    />
  ) : (
    <EmptyState
      icon={Users}
      title="No colleagues yet"
      description="People appear here as they join."
    />
  );
}

/** Up and down move through the search box and the rows. */
function move(event: KeyboardEvent, body: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !body) return;
  const stops = [...body.querySelectorAll<HTMLElement>('input[type="search"], li > button')];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
