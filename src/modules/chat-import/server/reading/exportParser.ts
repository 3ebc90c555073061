import type { Input } from '../../../../platform/server/parsing/parser.ts';
import { type Archive, openArchive } from '../archive/archive.ts';
import { UnreadableExport } from '../archive/unreadable.ts';
import type { Exported, Intake } from '../exports/exported.ts';
import { findMattermost, readMattermost } from '../exports/mattermost/read.ts';
import { findSlack, readSlack } from '../exports/slack/read.ts';
import { channelRows, createStage, peopleRows } from './stage.ts';

/** The type of the next rows, as the JSON text of a list. */
export interface BatchHead {
  of: 'messages' | 'people' | 'channels' | 'problems';
  /** Messages read so far. */
  soFar: number;
}

/** Known once an export has been read. */
export interface ExportFacts {
  kind: Exported['workspace']['kind'];
  workspace: string;
  workspaceKey: string;
  messages: number;
  files: number;
  fileBytes: number;
  /** Microseconds since 1970; null without messages. */
  from: number | null;
  until: number | null;
}

const batchItems = 1_000;

type Batch = readonly [head: BatchHead, rows: object[]];

/** Yields the people, conversations, messages and problems of an export: for each batch its head, then its rows. */
export default async function* readExport(
  input: Input,
  { fileName }: { fileName: string },
): AsyncGenerator<BatchHead | Buffer, ExportFacts> {
  const archive = await openArchive(input);
  const batches = emittedBy<Batch, ExportFacts>((give) => readAll(archive, fileName, give));
  for (;;) {
    const { done, value } = await batches.next();
    if (done) return value;
    const [head, rows] = value;
    yield head;
    yield Buffer.from(JSON.stringify(rows));
  }
}

async function readAll(
  archive: Archive,
  fileName: string,
  give: (batch: Batch) => Promise<void>,
): Promise<ExportFacts> {
  const stage = createStage((messages, soFar) => give([{ of: 'messages', soFar }, messages]));
  const { workspace, people, conversations } = await readArchive(archive, fileName, stage.intake);
  const { staged, problems } = await stage.end();
  if (conversations.length === 0)
    throw new UnreadableExport('This export contains no conversations.');
  const soFar = staged.messages;
  const giveAll = async (of: BatchHead['of'], rows: object[]) => {
    for (let at = 0; at < rows.length; at += batchItems)
      await give([{ of, soFar }, rows.slice(at, at + batchItems)]);
  };
  await giveAll('problems', problems);
  await giveAll('people', peopleRows(people, staged));
  await giveAll('channels', channelRows(conversations, staged));
  const { messages, files, fileBytes, from, until } = staged;
  return {
    kind: workspace.kind,
    workspace: workspace.name,
    workspaceKey: workspace.key,
    messages,
    files,
    fileBytes,
    from: messages > 0 ? from : null,
    until: messages > 0 ? until : null,
  };
}

function readArchive(archive: Archive, fileName: string, intake: Intake): Promise<Exported> {
  const slack = findSlack(archive);
  if (slack !== null) return readSlack(archive, slack, fileName, intake);
  const lines = findMattermost(archive);
  if (lines !== null) return readMattermost(archive, lines, intake);
  throw new UnreadableExport('This ZIP file is not a Slack or Mattermost export.');
}

/** Yields the values `work` emits, one at a time; `work` pauses until each is consumed. */
async function* emittedBy<Item, Result>(
  work: (give: (item: Item) => Promise<void>) => Promise<Result>,
): AsyncGenerator<Item, Result> {
  let offer = Promise.withResolvers<{ item: Item; taken: () => void }>();
  const result = work((item) => new Promise<void>((taken) => offer.resolve({ item, taken }))).then(
    (value) => ({ value }),
  );
  for (;;) {
    const next = await Promise.race([offer.promise, result]);
    if ('value' in next) return next.value;
    offer = Promise.withResolvers();
    yield next.item;
    next.taken();
  }
}
