import type pg from 'pg';
import type { LoopResult } from '../generator/closedLoop.ts';

export async function readLastSeq(pool: pg.Pool, channelId: string): Promise<number> {
  const { rows } = await pool.query('select last_seq from chat_channels where id = $1', [
    channelId,
  ]);
  return Number(rows[0].last_seq);
}

/** Throws unless the channel contains exactly the messages that arrived, each once and in their order. */
export async function auditRun(
  pool: pg.Pool,
  channelId: string,
  lastSeq: number,
  { sent, arrived }: LoopResult,
): Promise<void> {
  const { rows } = await pool.query<{ seq: string; client_msg_id: string }>(
    `select seq, client_msg_id from chat_messages
     where channel_id = $1 and seq > $2 order by seq`,
    [channelId, lastSeq],
  );
  const wrong = rows.filter(
    (row, index) => Number(row.seq) !== lastSeq + 1 + index || row.client_msg_id !== arrived[index],
  );
  if (wrong.length > 0 || rows.length !== sent || arrived.length !== sent) {
    throw new Error(
      `Of ${sent} messages ${arrived.length} arrived, ${rows.length} are stored, ${wrong.length} differ`,
    );
  }
}
