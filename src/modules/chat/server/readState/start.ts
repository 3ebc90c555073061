import { sql } from 'kysely';
import type { ChannelType } from '../tables.ts';

/** Channels with explicit membership: joining creates a read pointer. */
const byMembership = ['direct', 'group', 'private', 'public', 'record'] as const;
export const isByMembership = sql`c.type in (${sql.join(byMembership.map((type) => sql.lit(type)))})`;

/**
 * The position of a user without a pointer: before the first message with explicit membership; at the
 * end with derived membership, where earlier messages count as read.
 */
export function startOf({ type, lastSeq }: { type: ChannelType; lastSeq: number }): number {
  return byMembership.some((one) => one === type) ? 0 : lastSeq;
}
/** The same of channel `c`, in SQL. */
export const startInSql = sql`case when ${isByMembership} then 0 else c.last_seq end`;
