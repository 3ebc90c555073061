import type pg from 'pg';
import type { Reader } from './reader.ts';
import type { Acknowledged } from './writer.ts';

export interface Findings {
  acknowledged: number;
  lost: number;
  duplicated: number;
  outOfOrder: number;
}

interface Row {
  client_msg_id: string;
  channel_id: string;
  sender_id: number;
  content: string;
  seq: string;
}

/** Compares the acknowledged messages, and those a reader saw, with the database. */
export async function audit(
  pool: pg.Pool,
  acknowledged: Acknowledged[],
  reader: Reader,
): Promise<Findings> {
  const { rows } = await pool.query<Row>(
    // Replies in threads have no number in their channel.
    `select client_msg_id, channel_id, sender_id, content, seq from chat_messages
     where seq is not null order by channel_id, seq`,
  );
  const stored = Map.groupBy(rows, (row) => row.client_msg_id);
  const findings = { acknowledged: acknowledged.length, lost: 0, duplicated: 0, outOfOrder: 0 };
  for (const message of acknowledged) {
    const found = stored.get(message.clientMsgId) ?? [];
    const [row] = found;
    const same = row?.content === message.content && row.sender_id === message.senderId;
    if (!same || Number(row.seq) !== message.seq) findings.lost++;
    if (found.length > 1) findings.duplicated++;
  }
  findings.duplicated += countRepeats(rows);
  findings.outOfOrder +=
    countGaps(rows) + countInversions(acknowledged) + countUnseen(rows, reader);
  return findings;
}

// Every message of a writer has unique content.
function countRepeats(rows: Row[]): number {
  const written = rows.filter(({ content }) => /^\d+\/\d+$/.test(content));
  return written.length - new Set(written.map(({ content }) => content)).size;
}

function countGaps(rows: Row[]): number {
  let gaps = 0;
  for (const channel of Map.groupBy(rows, (row) => row.channel_id).values()) {
    gaps += channel.filter((row, index) => Number(row.seq) !== index + 1).length;
  }
  return gaps;
}

// A writer sends its next message only after the one before was acknowledged.
function countInversions(acknowledged: Acknowledged[]): number {
  let inversions = 0;
  for (const own of Map.groupBy(acknowledged, ({ senderId }) => senderId).values()) {
    inversions += own.filter(({ seq }, index) => seq <= (own[index - 1]?.seq ?? 0)).length;
  }
  return inversions;
}

function countUnseen(rows: Row[], reader: Reader): number {
  let wrong = 0;
  for (const [channelId, seen] of reader.seen) {
    const channel = rows.filter((row) => row.channel_id === channelId);
    const expected = channel.slice(channel.length - seen.length);
    const first = Number(expected[0]?.seq ?? 0);
    wrong += seen.filter(({ clientMsgId, seq }, index) => {
      return clientMsgId !== expected[index]?.client_msg_id || seq !== first + index;
    }).length;
  }
  return wrong;
}
