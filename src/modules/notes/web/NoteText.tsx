import { memo } from 'react';
import { Markdown } from '../../../platform/web/markdown/Markdown.tsx';
import { createParse } from '../../../platform/web/markdown/parse.ts';
import { PreviewContext } from '../../../platform/web/markdown/preview.ts';
import { TaskContext } from '../../../platform/web/markdown/tasks.ts';
import { createTokenize } from '../../../platform/web/markdown/tokens.ts';

export const parseNote = createParse({
  tokenize: createTokenize(),
  headings: true,
  tasks: true,
  maxBlocks: 2_000,
});

interface Props {
  content: string;
  /** Whether it stands in something one clicks on. */
  isPreview?: boolean;
  /** Called with the number of the box somebody ticked; without it boxes only show how they stand. */
  onTick?: ((at: number) => void) | undefined;
}

/** A note in the shape its marks give it; whatever is no mark is shown as it was typed. */
export const NoteText = memo(function NoteText({ content, isPreview = false, onTick }: Props) {
  return (
    <PreviewContext value={isPreview}>
      <TaskContext value={onTick ?? null}>
        <div dir="auto">
          <Markdown content={content} blocks={parseNote(content)} renderToken={nothing} />
        </div>
      </TaskContext>
    </PreviewContext>
  );
});

const nothing = () => null;
