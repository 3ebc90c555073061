import { type Kysely, sql } from 'kysely';
import { UnreadableExport } from '../archive/archive.ts';
import type { Intake, Message } from '../exports/exported.ts';
import { countProblems } from '../problems.ts';
import type { ChatImportTables } from '../tables.ts';

type Tx = Kysely<ChatImportTables>;

const atOnce = 1_000;
const messagesAtMost = 5_000_000;

export interface Staged {
  /** Messages of each conversation, and its place in the export. */
  channels: ReadonlyMap<string, { place: number; messages: number }>;
  messagesOf: ReadonlyMap<string, number>;
  messages: number;
  files: number;
  fileBytes: number;
  /** Microseconds since 1970. */
  from: number;
  until: number;
}

/** Keeps what is read of an export, message by message, until it is brought in. */
export function createStage(tx: Tx, importId: number, tell: (done: number) => Promise<void>) {
  const channels = new Map<string, { place: number; messages: number }>();
  const messagesOf = new Map<string, number>();
  const problems = new Map<string, { at: string; error: string; count: number }>();
  const sums = { messages: 0, files: 0, fileBytes: 0, from: Number.POSITIVE_INFINITY, until: 0 };
  let waiting: object[] = [];

  async function flush(): Promise<void> {
    if (waiting.length > 0) await keep(tx, importId, waiting);
    waiting = [];
    await tell(sums.messages);
  }

  const intake: Intake = {
    async message({ conversation, sourceId, at, author, rootId, body }: Message) {
      const channel = channels.get(conversation) ?? { place: channels.size, messages: 0 };
      channels.set(conversation, channel);
      channel.messages += 1;
      if (author !== null) messagesOf.set(author, (messagesOf.get(author) ?? 0) + 1);
      const row = { channel: channel.place, at_us: at, nth: sums.messages, source_id: sourceId };
      waiting.push({ ...row, author, root_id: rootId, body });
      sums.messages += 1;
      for (const file of body.files ?? []) {
        sums.files += 1;
        sums.fileBytes += file.sizeBytes;
      }
      sums.from = Math.min(sums.from, at);
      sums.until = Math.max(sums.until, at);
      if (sums.messages > messagesAtMost)
        throw new UnreadableExport(
          `An export may have at most ${messagesAtMost.toLocaleString('en-US')} messages.`,
        );
      if (waiting.length >= atOnce) await flush();
    },
    problem(at, error) {
      const known = problems.get(`${at}\n${error}`);
      if (known) known.count += 1;
      else problems.set(`${at}\n${error}`, { at, error, count: 1 });
    },
  };

  return {
    intake,
    /** `givesIds`: what comes twice under one id is the same message. */
    async end({ givesIds }: { givesIds: boolean }): Promise<Staged> {
      await flush();
      if (!givesIds) await tellApart(tx, importId);
      await countProblems(tx, importId, [...problems.values()]);
      return { channels, messagesOf, ...sums };
    },
  };
}

const keep = (tx: Tx, importId: number, rows: readonly object[]) =>
  sql`insert into chat_import_messages
    (import_id, channel, at_us, nth, source_id, author, root_id, body)
    select ${importId}, r.channel, r.at_us, r.nth, r.source_id, r.author, r.root_id, r.body
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (channel integer, at_us bigint,
      nth integer, source_id text, author text, root_id text, body jsonb)`.execute(tx);

/** What one person wrote in the same moment may have the same id where an export gives none. */
const tellApart = (tx: Tx, importId: number) =>
  sql`update chat_import_messages m set source_id = d.source_id || '#' || d.count
    from (select channel, at_us, nth, source_id,
        row_number() over (partition by channel, source_id order by nth) as count
      from chat_import_messages where import_id = ${importId}) d
    where m.import_id = ${importId} and d.count > 1
      and (m.channel, m.at_us, m.nth) = (d.channel, d.at_us, d.nth)`.execute(tx);
