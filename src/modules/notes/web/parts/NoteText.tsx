import { memo } from 'react';
import { Markdown } from '../../../../platform/web/markdown/Markdown.tsx';
import { createParse } from '../../../../platform/web/markdown/parse.ts';
import { PreviewContext } from '../../../../platform/web/markdown/preview.ts';
import { TaskContext } from '../../../../platform/web/markdown/tasks.ts';
import { createTokenize } from '../../../../platform/web/markdown/tokens.ts';

export const parseNote = createParse({
  tokenize: createTokenize(),
  headings: true,
  tasks: true,
  maxBlocks: 2_000,
});

interface Props {
  content: string;
  /** Inside a clickable card: links and checkboxes are inert. */
  isPreview?: boolean;
  /** Called with the index of a toggled checkbox; without it checkboxes are read-only. */
  onTick?: ((at: number) => void) | undefined;
}

/** Renders a note's Markdown; unsupported syntax is shown as typed. */
export const NoteText = memo(function NoteText({ content, isPreview = false, onTick }: Props) {
  return (
    <PreviewContext value={isPreview}>
      <TaskContext value={onTick ?? null}>
        <div dir="auto">
          <Markdown content={content} blocks={parseNote(content)} renderToken={renderNothing} />
        </div>
      </TaskContext>
    </PreviewContext>
  );
});

const renderNothing = () => null;
