import { plural } from '../../../../platform/web/format/amounts.ts';
import { Notice, type NoticeProps } from '../../../../platform/web/ui/Notice.tsx';
import { ProgressBar } from '../../../../platform/web/ui/ProgressBar.tsx';
import type { ChatImport } from '../../contract.ts';

const working = { reading: 'Reading the export', importing: 'Importing', undoing: 'Undoing' };
const isWorking = (state: string): state is keyof typeof working => state in working;

/** The status of an import in a sentence or two; the same height in each state. */
export function ImportStatus({ file }: { file: ChatImport }) {
  const { state } = file;
  if (isWorking(state)) return <AtWork file={file} title={working[state]} />;
  return <Notice live={state !== 'read'} className="min-h-16" {...noticeFor(file)} />;
}

function AtWork({ file: { done, total }, title }: { file: ChatImport; title: string }) {
  return (
    <div className="flex min-h-16 flex-col justify-center gap-2 rounded-md bg-sunken px-3 py-2.5">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <p role="status" className="font-medium">
          {title}
        </p>
        <span className="text-muted tabular-nums">
          {total + done > 0 && progressOf(done, total)}
        </span>
      </div>
      <ProgressBar label={title} {...{ done, total }} />
    </div>
  );
}

const progressOf = (done: number, total: number) =>
  total > 0
    ? `${done.toLocaleString('en-US')} of ${plural(total, 'message')}`
    : plural(done, 'message');

function noticeFor(file: ChatImport): Pick<NoticeProps, 'tone' | 'title' | 'children'> {
  const { state, brought, done, total, kept, failure, canReadRemoved } = file;
  if (state === 'failed') return { tone: 'danger', title: failedTitle(file), children: failure };
  if (state === 'undone') {
    const children =
      kept > 0
        ? `${plural(kept, 'conversation')} stayed because someone has posted there since.`
        : `Its messages are gone from the chat${canReadRemoved ? ' and can still be read here' : ''}.`;
    return { tone: 'success', title: 'Import undone', children };
  }
  if (state === 'read' && brought.channels === 0)
    return {
      title: 'Nothing has been imported yet',
      children:
        'Messages from people without an account are posted by Forecourt and start with their name.',
    };
  if (state === 'read' || done < total)
    return {
      tone: 'warning',
      title: `Stopped at ${progressOf(done, total)}`,
      children: failure || 'Imported messages stay. Continue to import the rest.',
    };
  return { tone: 'success', title: importedTitle(file), children: importedDetails(file) };
}

const failedTitle = ({ kind, brought }: ChatImport) =>
  brought.channels > 0 || kind !== null ? 'The import failed' : 'The export can’t be read';

const importedTitle = ({ brought: { messages, channels } }: ChatImport) =>
  `${plural(messages, 'message')} in ${plural(channels, 'conversation')} imported`;

function importedDetails({ brought: { reactions, files }, problemCount }: ChatImport): string {
  const along = [
    ...(reactions > 0 ? [plural(reactions, 'reaction')] : []),
    ...(files > 0 ? [plural(files, 'file')] : []),
  ].join(' and ');
  return [
    ...(along ? [`Including ${along}.`] : []),
    problemCount > 0
      ? `${plural(problemCount, 'item')} couldn’t be imported unchanged.`
      : 'No problems.',
  ].join(' ');
}
