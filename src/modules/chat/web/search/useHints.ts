import { useMemo } from 'react';
import type { Channel } from '../../contract/channels.ts';
import { useFoundPeople } from '../composer/completion/people/useFoundPeople.ts';
import { fullName } from '../conversations/conversation.ts';
import { useChannels } from '../conversations/useChannels.ts';
import { useChat } from '../panel/chatContext.ts';
import { findMatches } from '../people/match.ts';
import { type Hint, hintsFor, quoted, type Token } from './token.ts';

const atMost = 6;

/** What may be meant by what is being typed: operators, their values, people, conversations. */
export function useHints(token: Token | null): readonly Hint[] {
  const { people, user } = useChat();
  const { data: channels } = useChannels();
  const wantsPeople = token?.operator === 'from' || token?.operator === 'in';
  const found = useFoundPeople(wantsPeople ? token.value.replace(/^@/, '') : '');
  return useMemo(() => {
    if (!token || !wantsPeople) return hintsFor(token);
    const known = [...new Map([...people.values(), ...found].map((one) => [one.id, one])).values()];
    const typed = token.value.replace(/^[@#]/, '');
    const persons = findMatches(known, typed, (one) => `${fullName(one)} ${one.username}`, atMost);
    const isWhole = (insert: string) => insert === `${token.operator}:${quoted(token.value)}`;
    const hints =
      token.operator === 'from'
        ? [
            ...('me'.startsWith(typed) ? [{ insert: 'from:me', note: 'Yourself' }] : []),
            ...persons.map((one) => ({ insert: `from:${one.username}`, note: fullName(one) })),
          ]
        : [
            ...hintsOfChannels(channels ?? [], typed),
            ...persons
              .filter(({ id }) => id !== user.id)
              .map((one) => ({ insert: `in:@${one.username}`, note: fullName(one) })),
          ];
    return hints.some(({ insert }) => isWhole(insert)) ? [] : hints.slice(0, atMost);
  }, [token, wantsPeople, people, found, channels, user.id]);
}

/** A group is named by its people, which may change: its id stays. Direct ones are found by their person. */
function hintsOfChannels(channels: readonly Channel[], typed: string): Hint[] {
  const mine = channels.filter(({ type, name, joined }) => type !== 'direct' && name && joined);
  return findMatches(mine, typed, ({ name }) => name, atMost).map(({ id, type, name }) =>
    type === 'group'
      ? { insert: `in:${id}`, note: name }
      : { insert: `in:${quoted(name)}`, note: 'Channel' },
  );
}
