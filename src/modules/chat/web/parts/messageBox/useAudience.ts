import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import type { Person } from '../../../../people/contract.ts';
import { listChannels, listMembers } from '../../../contract/channels.ts';
import { useChat } from '../../state/chatContext.ts';
import { otherPersonIn } from '../../state/directChannel.ts';
import { type Audience, countNotified, hasGroupMention } from './audience.ts';

/** The members of a channel, fetched once a mention is being typed. */
export function useAudience(channelId: string, wanted: boolean): Audience {
  const { people, peopleTotal, user } = useChat();
  const other = otherPersonIn(channelId, user.id);
  const memberQuery = useQuery({
    ...queryOptionsFor(listMembers, { params: { channelId } }),
    enabled: wanted && other === null,
  });
  const { data: type } = useQuery({
    ...queryOptionsFor(listChannels),
    enabled: false,
    select: (channels) => channels.find(({ id }) => id === channelId)?.type,
  });
  const members = memberQuery.data;
  // The presence of people not loaded here is unknown.
  const knowsAll = peopleTotal <= people.size;

  return useMemo(() => {
    const ids = new Set(members?.map(({ userId }) => userId));
    const known = [...people.values()];
    const others = members ? known.filter(({ id }) => ids.has(id) && id !== user.id) : [];
    return {
      isPersonal: other !== null || type === 'direct',
      // Until the members are loaded, treat everyone as a member.
      has: (id) => (other === null ? !members || ids.has(id) : id === other || id === user.id),
      everyone: members ? members.filter(({ userId }) => userId !== user.id).length : null,
      present: members && knowsAll ? others.filter(isHere).length : null,
      onDuty: members && knowsAll ? others.filter(isOnDuty).length : null,
    };
  }, [members, people, knowsAll, other, type, user.id]);
}

function isHere({ status }: Person): boolean {
  return status !== 'offline' && status !== 'invisible';
}

function isOnDuty(person: Person): boolean {
  return isHere(person) && person.status !== 'unavailable' && person.status !== 'on-vacation';
}

/** How many people the text would notify, if that deserves a warning; null otherwise. */
export function useNotifiedCount(text: string, channelId: string): number | null {
  const mentioned = hasGroupMention(text);
  const audience = useAudience(channelId, mentioned);
  return mentioned && !audience.isPersonal ? countNotified(text, audience) : null;
}
