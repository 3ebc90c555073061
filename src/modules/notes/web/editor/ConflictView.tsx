import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { EditingState, NoteEditing } from '../state/editing.ts';
import { mergeLines } from '../state/merge.ts';
import { copyTitle } from '../state/names.ts';
import type { Notebook } from '../state/notebook.ts';

interface Props {
  editing: NoteEditing;
  state: EditingState;
  notebook: Notebook;
}

/** Resolves a conflict: shows both versions of a note and the choice between them. */
export function ConflictView({ editing, state, notebook }: Props) {
  const me = useCurrentUser();
  const { theirs, text, base } = state;
  if (!theirs) return null;
  const isSelf = theirs.updatedBy.id === me?.id;
  const name = isSelf ? 'your other device' : theirs.updatedBy.name;
  const split = (content: string) => content.split('\n');
  const chunks = mergeLines(split(base.content), split(text.content), split(theirs.content));
  const keepCopy = () => {
    notebook.add({ ...text, title: copyTitle(text.title) });
    editing.resolve('theirs');
  };
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="warning" live title="Conflicting changes">
        {isSelf ? 'You saved this note on another device' : `${name} saved this note`} while you
        were editing. Nothing is lost: choose which version to keep.
      </Notice>
      <div className="grid gap-3 sm:grid-cols-2">
        <Version title={text.title} label="Your version" chunks={chunks} side="mine" />
        <Version
          title={theirs.title}
          label={`Version from ${name}`}
          chunks={chunks}
          side="theirs"
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => editing.resolve({ bothUnder: name })}>
          Merge both
        </Button>
        <Button onClick={keepCopy}>Keep mine as a copy</Button>
        <Button onClick={() => editing.resolve('theirs')}>Use theirs</Button>
      </div>
    </div>
  );
}

interface VersionProps {
  label: string;
  title: string;
  chunks: ReturnType<typeof mergeLines>;
  side: 'mine' | 'theirs';
}

function Version({ label, title, chunks, side }: VersionProps) {
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="pb-1.5 text-sm font-medium text-text">{label}</h3>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        className="scroll-area max-h-72 overflow-y-auto rounded-md border border-border bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        <p className="font-semibold">{title}</p>
        {chunks.map((chunk, at) =>
          chunk.kind === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: chunks never reorder
            <p key={at} className="min-h-[1lh]">
              {chunk.lines.join('\n')}
            </p>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <mark key={at} className="block rounded-sm bg-warning-surface text-text">
              {chunk[side].join('\n') || '(empty)'}
            </mark>
          ),
        )}
      </div>
    </section>
  );
}
