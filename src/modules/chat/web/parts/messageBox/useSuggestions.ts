import { useMemo } from 'react';
import type { Person } from '../../../../people/contract.ts';
import { useChat } from '../../state/chatContext.ts';
import { useFoundPeople } from '../../state/people/useFoundPeople.ts';
import { matchEmoji } from '../emoji/matchEmoji.ts';
import { useEmoji } from '../emoji/useEmoji.ts';
import { type Audience, audiences } from './audience.ts';
import type { Query } from './findQuery.ts';
import { matchPeople } from './matchPeople.ts';
import { useAudience } from './useAudience.ts';

interface Common {
  key: string;
  /** Replaces the typed text. */
  insert: string;
}

export type Suggestion =
  | (Common & { kind: 'person'; person: Person; isHere: boolean })
  | (Common & { kind: 'audience'; meaning: string })
  | (Common & { kind: 'emoji'; code: string });

/** Suggestions for the query, best first; null without a query. */
export function useSuggestions(query: Query | null, channelId: string): Suggestion[] | null {
  const { people, user } = useChat();
  const term = query?.term ?? '';
  const named = query?.kind === 'people';
  const audience = useAudience(channelId, named);
  const found = useFoundPeople(named ? term : '');
  const emoji = useEmoji(query?.kind === 'emoji');
  return useMemo(() => {
    if (!query) return null;
    if (query.kind === 'emoji') return matchEmoji(emoji, term).map(suggestEmoji);
    const known = found.length > 0 ? [...people.values(), ...found] : people.values();
    return [
      ...matchPeople(known, term, audience.has, user.id).map((person) => ({
        kind: 'person' as const,
        key: `person-${person.id}`,
        insert: `@${person.username}`,
        person,
        isHere: audience.has(person.id),
      })),
      ...suggestAudiences(term, audience),
    ];
  }, [query, term, people, found, audience, emoji, user.id]);
}

function suggestEmoji({ emoji, code }: { emoji: string; code: string }): Suggestion {
  return { kind: 'emoji', key: emoji, insert: emoji, code };
}

function suggestAudiences(term: string, audience: Audience): Suggestion[] {
  return audiences
    .filter(({ word }) => !audience.isPersonal && word.startsWith(term.toLowerCase()))
    .map(({ word, meaning }) => ({
      kind: 'audience',
      key: word,
      insert: `@${word}`,
      meaning: meaning(audience),
    }));
}
