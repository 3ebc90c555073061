import { UnreadableExport } from '../archive/unreadable.ts';
import type { Conversation, Intake, Message, Person } from '../exports/exported.ts';

const batchRows = 1_000;
const messagesAtMost = 5_000_000;

export interface Staged {
  /** Message count of each conversation, and its index in the export. */
  channels: ReadonlyMap<string, { place: number; messages: number }>;
  messagesOf: ReadonlyMap<string, number>;
  messages: number;
  files: number;
  fileBytes: number;
  /** Microseconds since 1970. */
  from: number;
  until: number;
}

/** Collects the messages of an export and passes them on in batches. */
export function createStage(sendBatch: (messages: object[], soFar: number) => Promise<void>) {
  const channels = new Map<string, { place: number; messages: number }>();
  const messagesOf = new Map<string, number>();
  const problems = new Map<string, { at: string; error: string; count: number }>();
  const sums = { messages: 0, files: 0, fileBytes: 0, from: Number.POSITIVE_INFINITY, until: 0 };
  let waiting: object[] = [];

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) await sendBatch(batch, sums.messages);
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
          `An export can have at most ${messagesAtMost.toLocaleString('en-US')} messages.`,
        );
      if (waiting.length >= batchRows) await flush();
    },
    problem(at, error) {
      const known = problems.get(`${at}\n${error}`);
      if (known) known.count += 1;
      else problems.set(`${at}\n${error}`, { at, error, count: 1 });
    },
  };

  return {
    intake,
    async end(): Promise<{ staged: Staged; problems: object[] }> {
      await flush();
      return { staged: { channels, messagesOf, ...sums }, problems: [...problems.values()] };
    },
  };
}

/** The people of an export as rows, without duplicates. */
export function peopleRows(people: readonly Person[], { messagesOf }: Staged): object[] {
  const known = new Set<string>();
  return people.flatMap(({ sourceId, ...person }, place) => {
    if (known.has(sourceId)) return [];
    known.add(sourceId);
    return [{ ...person, place, source_id: sourceId, messages: messagesOf.get(sourceId) ?? 0 }];
  });
}

export function channelRows(
  conversations: readonly Conversation[],
  { channels }: Staged,
): object[] {
  let next = channels.size;
  return conversations.map((one) => {
    const known = channels.get(one.sourceId);
    return {
      place: known?.place ?? next++,
      source_id: one.sourceId,
      kind: one.kind,
      name: one.name,
      description: one.description,
      creator: one.creator,
      member_ids: one.memberIds,
      created_at: one.createdAt,
      is_archived: one.isArchived,
      messages: known?.messages ?? 0,
    };
  });
}
