import type { Log } from '../../../../platform/server/log/log.ts';
import { readersAmong } from '../../../chat/server/public.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import { type Leader, leadersOf, listLeaders } from '../../../people/server/public.ts';
import { anyPrefix, headingOf, notifyPeople } from '../notify.ts';
import { markOutstanding, type Outstanding } from '../outstanding.ts';
import type { NoticeDb, NoticeRow } from '../tables.ts';

/** Names in a notification; the others are counted. */
const namedAtMost = 3;

/** Notifies the managers of people who are late, each manager once with all their people. */
export async function escalate(tx: NoticeDb, log: Log, notice: NoticeRow): Promise<Unpublished> {
  const late = await markOutstanding(tx, notice, 'escalated_at');
  const leaders = await findLeaders(tx, notice.channel_id);
  const texts = [...byLeader(late, leaders, notice.author_id)].map(([userId, people]) => ({
    userIds: [userId],
    title: `Not confirmed in time: ${headingOf(notice)}`,
    message: describeOutstanding(people),
    key: `${anyPrefix(notice)}team:${notice.due_at.getTime()}`,
  }));
  return notifyPeople(tx, log, notice, ...texts);
}

/** People grouped by their manager; the author stands in for people without one. */
export function byLeader(
  late: readonly Outstanding[],
  leaders: readonly Leader[],
  authorId: number,
): Map<number, Outstanding[]> {
  const groups = new Map<number, Outstanding[]>();
  for (const person of late) {
    const found = leadersOf(person, leaders);
    for (const id of found.length > 0 ? found : [authorId]) {
      groups.set(id, [...(groups.get(id) ?? []), person]);
    }
  }
  return groups;
}

/** Only managers who may read the conversation: its content is not disclosed to others. */
async function findLeaders(tx: NoticeDb, channelId: string): Promise<Leader[]> {
  const leaders = await listLeaders(tx);
  const ids = leaders.map(({ id }) => id);
  const readers = await readersAmong(tx, channelId, ids);
  return leaders.filter(({ id }) => readers.has(id));
}

export function describeOutstanding(people: readonly Pick<Outstanding, 'name'>[]): string {
  const names = people.slice(0, namedAtMost).map(({ name }) => name);
  const more = people.length - names.length;
  const listed = more > 0 ? [...names, `${more} more`] : names;
  const last = listed.pop() ?? '';
  const all = listed.length > 0 ? `${listed.join(', ')} and ${last}` : last;
  const verb = people.length === 1 ? 'person has' : 'people have';
  return `${people.length} ${verb} not confirmed: ${all}.`;
}
