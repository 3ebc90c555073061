import { useMemo } from 'react';
import { matchEmoji } from '../../messages/emoji/matchEmoji.ts';
import { useEmoji } from '../../messages/emoji/useEmoji.ts';
import { useChat } from '../../panel/chatContext.ts';
import type { Query } from './findQuery.ts';
import { type Audience, audiences } from './people/audience.ts';
import { matchPeople } from './people/matchPeople.ts';
import { useAudience } from './people/useAudience.ts';
import { useFoundPeople } from './people/useFoundPeople.ts';
import type { Suggestion } from './suggestion.ts';

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
