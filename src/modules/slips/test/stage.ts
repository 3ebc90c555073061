import type { Client } from '../../../../test/support/client.ts';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import { getMessage } from '../../chat/contract/changes.ts';
import type { ChatMessage } from '../../chat/contract.ts';
import * as contract from '../contract.ts';

export function create(client: Client, channelId: string, fields: object = {}) {
  return client.raw('POST', contract.createSlip.path, {
    body: {
      channelId,
      clientMsgId: crypto.randomUUID(),
      label: 'Credit application',
      content: 'Her income',
      recipientIds: null,
      expiresInSeconds: 3_600,
      once: false,
      ...fields,
    },
  });
}

/** Posts a slip and returns it; throws if it is refused. */
export async function post(client: Client, channelId: string, fields: object = {}) {
  const { status, body } = await create(client, channelId, fields);
  if (status !== 201) throw new Error(`Failed to post the slip: ${JSON.stringify(body)}`);
  const message: ChatMessage = body;
  return { message, ...partOf(message) };
}

const partOf = ({ metadata }: ChatMessage) =>
  contract.slipPart.parse(metadata?.parts?.[contract.partName]);

/** The card's part as it is now. */
export async function currentSlip(client: Client, channelId: string, messageId: string) {
  return partOf((await client.call(getMessage, { params: { channelId, messageId } })).body);
}

export const open = (client: Client, slipId: string) =>
  client.raw('POST', contract.openSlip.path.replace(':slipId', slipId));
export const revoke = (client: Client, slipId: string) =>
  client.raw('POST', contract.revokeSlip.path.replace(':slipId', slipId));
export const stateOf = (client: Client, slipId: string) =>
  client.call(contract.getSlipState, { params: { slipId } });

/** What the database stores of it. */
export async function rowOf({ platform: { db } }: TestForecourt, slipId: string) {
  const { sealed } = await db
    .selectFrom('slips')
    .select('sealed')
    .where('id', '=', slipId)
    .executeTakeFirstOrThrow();
  const views = await db
    .selectFrom('slip_views')
    .select('id')
    .where('slip_id', '=', slipId)
    .execute();
  return { sealed, views: views.length };
}

/** Moves the slip into the past, so that it has expired. */
export async function expireSlip(
  { platform: { db } }: TestForecourt,
  slipId: string,
): Promise<void> {
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000);
  await db
    .updateTable('slips')
    .set({ created_at: at(2), expires_at: at(1) })
    .where('id', '=', slipId)
    .execute();
}

export async function idOf({ platform }: TestForecourt, username: string): Promise<number> {
  const row = await platform.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return row.id;
}
