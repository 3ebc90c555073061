import { useMemo } from 'react';
import type { Channel } from '../../contract/channels.ts';
import { useFoundPeople } from '../composer/completion/people/useFoundPeople.ts';
import { fullName } from '../conversations/conversation.ts';
import { useChannels } from '../conversations/useChannels.ts';
import { useChat } from '../panel/chatContext.ts';
import { findMatches } from '../people/match.ts';
import { type Hint, hintsFor, quoted, type Token } from './token.ts';

const atMost = 6;

/** Suggestions for the typed token: operators, values, people, conversations. */
export function useHints(token: Token | null): readonly Hint[] {
  const { people, user } = useChat();
  const { data: channels } = useChannels();
  const wantsPeople = token?.operator === 'from' || token?.operator === 'in';
  const found = useFoundPeople(wantsPeople ? token.value.replace(/^@/, '') : '');
  return useMemo(() => {
    if (!token || !wantsPeople) return hintsFor(token);
    const known = [...new Map([...people.values(), ...found].map((one) => [one.id, one])).values()];
    const typed = token.value.replace(/^[@#]/, '');
    const matches = findMatches(known, typed, (one) => `${fullName(one)} ${one.username}`, atMost);
    const isComplete = (insert: string) => insert === `${token.operator}:${quoted(token.value)}`;
    const hints =
      token.operator === 'from'
        ? [
            ...('me'.startsWith(typed) ? [{ insert: 'from:me', note: 'You' }] : []),
            ...matches.map((one) => ({ insert: `from:${one.username}`, note: fullName(one) })),
          ]
        : [
            ...hintsOfChannels(channels ?? [], typed),
            ...matches
              .filter(({ id }) => id !== user.id)
              .map((one) => ({ insert: `in:@${one.username}`, note: fullName(one) })),
          ];
    return hints.some(({ insert }) => isComplete(insert)) ? [] : hints.slice(0, atMost);
  }, [token, wantsPeople, people, found, channels, user.id]);
}

/** Groups are inserted by id, since their names may change. Direct messages are found by person. */
function hintsOfChannels(channels: readonly Channel[], typed: string): Hint[] {
  const mine = channels.filter(({ type, name, joined }) => type !== 'direct' && name && joined);
  return findMatches(mine, typed, ({ name }) => name, atMost).map(({ id, type, name }) =>
    type === 'group'
      ? { insert: `in:${id}`, note: name }
      : { insert: `in:${quoted(name)}`, note: 'Channel' },
  );
}
