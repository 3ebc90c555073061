import { type TeamChannel, takesPartIn } from './channels.ts';
import type { DemoChannel, DemoMessage } from './conversations.ts';
import { demoChannels, isIn } from './other-channels.ts';
import { type DemoPerson, demoPeople } from './people.ts';
import { stream } from './random.ts';

/** How much of the end of a conversation, or of a thread, somebody has not read. */
export interface DemoRead<Where> {
  /** Username. */
  person: string;
  where: Where;
  unread: number;
}

/** What waits for the administrator at the first sign-in; everything else they have read. */
const waitingForAdmin: Record<string, number> = { sales: 3, management: 5, integrations: 8 };
const mostBehind = 6;

/** How far everybody has read: most people most of it, nobody less than up to their own last words. */
export function demoReads(messages: readonly DemoMessage[]): DemoRead<DemoChannel>[] {
  const timelines = Map.groupBy(
    messages.filter(({ root }) => root === null),
    ({ channel }) => nameOf(channel),
  );
  return [...timelines].flatMap(([name, timeline]) => {
    const channel = timeline[0]?.channel;
    if (!channel) return [];
    return readersOf(channel).map(({ username }) => {
      const unread =
        username === 'admin'
          ? (waitingForAdmin[name] ?? 0)
          : behind(`reads/${name}`, username, timeline);
      return { person: username, where: channel, unread };
    });
  });
}

/** Followers of threads who have not read the last replies; whoever is not named has read all. */
export function demoThreadReads(messages: readonly DemoMessage[]): DemoRead<DemoMessage>[] {
  const threads = Map.groupBy(
    messages.filter(({ root }) => root !== null),
    ({ root }) => root,
  );
  return [...threads].flatMap(([root, replies]) => {
    if (!root) return [];
    const followers = new Set([root, ...replies].map(({ sender }) => sender));
    return [...followers].flatMap((person) => {
      const unread =
        person === 'admin'
          ? sinceTheirs(person, replies)
          : behind(`thread/${root.clientMsgId}`, person, replies);
      return unread === 0 ? [] : [{ person, where: root, unread }];
    });
  });
}

function behind(name: string, person: string, said: readonly DemoMessage[]): number {
  const random = stream(name, person);
  const wanted = random.next() < 0.75 ? 0 : random.int(1, mostBehind);
  return Math.min(wanted, sinceTheirs(person, said));
}

function sinceTheirs(person: string, said: readonly DemoMessage[]): number {
  return said.length - 1 - said.findLastIndex(({ sender }) => sender === person);
}

function readersOf(channel: DemoChannel): DemoPerson[] {
  return demoPeople().filter((person) => {
    if (!person.isActive || person.pending || person.protection === 'system_bot') return false;
    if (typeof channel === 'string') return mayRead(person, channel);
    if ('direct' in channel) return channel.direct.includes(person.username);
    return demoChannels.some((room) => room.key === channel.room && isIn(person, room));
  });
}

// Everybody reads the fixed channels, also where only some take part; but not what managers tell managers.
const mayRead = (person: DemoPerson, channel: TeamChannel) =>
  channel !== 'management' || takesPartIn(person, channel);

/** One name per conversation. */
export function nameOf(channel: DemoChannel): string {
  if (typeof channel === 'string') return channel;
  return 'direct' in channel ? `dm ${channel.direct.join(' ')}` : `room ${channel.room}`;
}
