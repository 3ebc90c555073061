import { clsx } from 'clsx';
import { Check, Hash, Search, Users } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { directChannelId } from '../../../contract.ts';
import { PersonAvatar } from '../../parts/PersonAvatar.tsx';
import { useChat } from '../../state/chatContext.ts';
import { channelName, fullName, listShared } from '../../state/conversations/conversation.ts';
import { useChannels } from '../../state/conversations/useChannels.ts';
import { useEveryone } from '../../state/people/usePeople.ts';

export interface Destination {
  channelId: string;
  name: string;
  icon: ReactNode;
}

interface Props {
  chosen: Destination | null;
  onChoose: (destination: Destination) => void;
}

const shownDestinations = 50;

/** Channels and people the user can write to, filtered by name. */
export function DestinationPicker({ chosen, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const all = useDestinations();
  const search = typed.trim().toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase().includes(search));
  return (
    <div>
      <TextField
        label="To"
        type="search"
        icon={Search}
        placeholder="Search channels and people"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== 'Enter' || !first || !search || first === chosen) return;
          event.preventDefault();
          onChoose(first);
        }}
      />
      <ul
        aria-label="Destinations"
        className="scroll-area mt-2 h-44 overflow-y-auto rounded-md border border-border p-1"
      >
        {found.slice(0, shownDestinations).map((one) => {
          const isChosen = one.channelId === chosen?.channelId;
          return (
            <li key={one.channelId}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChoose(one)}
                className={clsx(
                  'flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2 text-left text-base text-text touch:min-h-11',
                  isChosen ? 'bg-accent-surface' : 'hover:bg-hover',
                )}
              >
                <span className="flex size-6 items-center justify-center text-muted">
                  {one.icon}
                </span>
                <span className="min-w-0 flex-1 truncate">{one.name}</span>
                {isChosen && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
              </button>
            </li>
          );
        })}
        {found.length === 0 && <li className="p-2 text-sm text-muted">No results</li>}
      </ul>
    </div>
  );
}

function useDestinations(): Destination[] {
  const { user, people } = useChat();
  const channels = useChannels().data;
  const { everyone } = useEveryone();
  return useMemo(() => {
    const shared = listShared(channels ?? []);
    const groups = (channels ?? []).filter(
      ({ type, archivedAt }) => type === 'group' && archivedAt === null,
    );
    return [
      ...shared.map(({ id, name }) => ({
        channelId: id,
        name,
        icon: <Hash aria-hidden className="size-4" />,
      })),
      ...groups.map((group) => ({
        channelId: group.id,
        name: channelName(group, user.id, people),
        icon: <Users aria-hidden className="size-4" />,
      })),
      ...everyone.map((person) => ({
        channelId: directChannelId(user.id, person.id),
        name: person.id === user.id ? `${fullName(person)} (you)` : fullName(person),
        icon: <PersonAvatar userId={person.id} name={fullName(person)} size="sm" />,
      })),
    ];
  }, [channels, everyone, people, user.id]);
}
