import { v7 as uuidv7 } from 'uuid';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import { type ChatMessage, listMessages } from '../../chat/contract.ts';
import { type ListedNotification, listNotifications } from '../../notifications/contract.ts';
import * as contract from '../contract.ts';

export const newId = () => uuidv7();
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

export const sampleNotice = {
  kind: 'stop_sale',
  title: 'Stop selling the 2026 Ranger',
  text: 'Do not deliver VIN 1FTER4FH0NLD00001 before the recall is done.',
} as const;

export function tryPost(
  client: Client,
  channelId: string,
  fields: object = {},
  clientMsgId = newId(),
) {
  const body = { clientMsgId, ...sampleNotice, dueAt: inHours(4), ...fields };
  return client.call(contract.postNotice, { params: { channelId }, body });
}

/** Posts a notice and returns it; throws if it is refused. */
export async function post(client: Client, channelId: string, fields: object = {}) {
  const { status, body } = await tryPost(client, channelId, fields);
  if (status !== 201) throw new Error(`Failed to post the notice: ${JSON.stringify(body)}`);
  return { message: body, ...partOf(body) };
}

export function partOf(message: ChatMessage): contract.NoticePart {
  return contract.noticePart.parse(message.metadata?.parts?.[contract.partName]);
}

export const confirm = (client: Client, id: string) =>
  client.call(contract.confirmNotice, { params: { id } });
export const stateOf = (client: Client, id: string) =>
  client.call(contract.getNoticeState, { params: { id } });
export const listOwnNotices = async (client: Client) =>
  (await client.call(contract.listMyNotices, {})).body;
export const listOpenNotices = async (client: Client) =>
  (await listOwnNotices(client)).filter(({ confirmedAt, closedAt }) => !confirmedAt && !closedAt);

/** The notice as its message shows it now. */
export async function currentNotice(client: Client, channelId: string, id: string) {
  const { body } = await client.call(listMessages, {
    params: { channelId },
    query: { limit: 200 },
  });
  const found = body.find(({ metadata }) => {
    const part = metadata?.parts?.[contract.partName] as { noticeId?: string } | undefined;
    return part?.noticeId === id;
  });
  return found && partOf(found);
}

export async function notificationsOf(
  client: Client,
  title: string,
): Promise<ListedNotification[]> {
  const { body } = await client.call(listNotifications, { query: { limit: 200 } });
  return body.notifications.filter((one: ListedNotification) => one.title.includes(title));
}

/** Moves the half-time or the due time into the past. */
export async function passTime({ platform }: TestForecourt, id: string, moment: 'half' | 'due') {
  const past = new Date(Date.now() - 1_000);
  const set = moment === 'half' ? { half_at: past } : { half_at: past, due_at: past };
  await platform.db.updateTable('notices').set(set).where('id', '=', id).execute();
}

/** Runs the job of every minute and waits until it is done. */
export async function runRound({ platform: { db, jobs } }: TestForecourt): Promise<void> {
  await jobs.add(db, 'notices.round', {});
  await eventually(async () => {
    const left = await db
      .selectFrom('graphile_worker.jobs')
      .select('id')
      .where('task_identifier', '=', 'notices.round')
      .execute();
    return left.length === 0;
  }, 'The round did not finish');
}
