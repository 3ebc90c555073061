import { clsx } from 'clsx';
import { type ReactNode, use } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { InlineText, type RenderToken } from './InlineText.tsx';
import { PreviewContext } from './preview.ts';
import { TaskItem } from './TaskItem.tsx';
import type { ExtraToken } from './tokens.ts';
import type { Block, Inline, Task } from './tree.ts';

interface Props<Extra extends ExtraToken> {
  blocks: readonly Block<Extra>[];
  renderToken: RenderToken<Extra>;
  /** Rendered after the last word. */
  after?: ReactNode;
}

/**
 * Kerning is measured again for every line a word is broken into: thousands of letters would take seconds. Bounded:
 * 400 steps.
 */
const endlessWord = /\S{400}/;

/** Renders a Markdown text; anything that is not Markdown is shown as typed. */
export function Markdown<Extra extends ExtraToken>(props: Props<Extra> & { content: string }) {
  const { content, ...shown } = props;
  if (!endlessWord.test(content)) return <BlockList {...shown} />;
  return (
    <div className="[font-kerning:none]">
      <BlockList {...shown} />
    </div>
  );
}

function BlockList<Extra extends ExtraToken>({ blocks, renderToken, after }: Props<Extra>) {
  const last = blocks.at(-1);
  if (!after || last?.kind !== 'text') {
    return (
      <>
        <Blocks blocks={blocks} renderToken={renderToken} />
        {after}
      </>
    );
  }
  return (
    <>
      <Blocks blocks={blocks.slice(0, -1)} renderToken={renderToken} />
      <p className={textClasses}>
        <InlineText inlines={last.children} renderToken={renderToken} /> {after}
      </p>
    </>
  );
}

const textClasses = 'wrap-anywhere whitespace-pre-wrap';
/** Below the title of the text. */
const headings: Record<number, ['h3' | 'h4' | 'h5', string]> & { 3: ['h5', string] } = {
  1: ['h3', 'text-xl'],
  2: ['h4', 'text-lg'],
  3: ['h5', 'text-base'],
};

function Blocks<Extra extends ExtraToken>({ blocks, renderToken }: Props<Extra>) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a content never change places
    <OneBlock key={index} block={block} renderToken={renderToken} />
  ));
}

interface OneProps<Extra extends ExtraToken> {
  block: Block<Extra>;
  renderToken: RenderToken<Extra>;
}

function OneBlock<Extra extends ExtraToken>({ block, renderToken }: OneProps<Extra>) {
  if (block.kind === 'code') return <CodeBlock {...block} />;
  if (block.kind === 'quote') {
    return (
      <blockquote className="my-1 border-s-2 border-border-strong ps-3 text-muted">
        <Blocks blocks={block.children} renderToken={renderToken} />
      </blockquote>
    );
  }
  if (block.kind === 'list') return <List {...block} renderToken={renderToken} />;
  if (block.kind === 'heading') return <Heading {...block} renderToken={renderToken} />;
  return (
    <p className={textClasses}>
      <InlineText inlines={block.children} renderToken={renderToken} />
    </p>
  );
}

interface HeadingProps<Extra extends ExtraToken> {
  level: number;
  children: readonly Inline<Extra>[];
  renderToken: RenderToken<Extra>;
}

function Heading<Extra extends ExtraToken>(props: HeadingProps<Extra>) {
  const isPreview = use(PreviewContext);
  const [tag, size] = headings[props.level] ?? headings[3];
  const Tag = isPreview ? 'p' : tag;
  return (
    <Tag
      className={clsx('font-semibold wrap-anywhere', !isPreview && `mt-3 mb-1 first:mt-0 ${size}`)}
    >
      <InlineText inlines={props.children} renderToken={props.renderToken} />
    </Tag>
  );
}

interface ListProps<Extra extends ExtraToken> {
  start: number | null;
  items: readonly Block<Extra>[][];
  tasks?: readonly (Task | null)[] | undefined;
  renderToken: RenderToken<Extra>;
}

function List<Extra extends ExtraToken>({ start, items, tasks, renderToken }: ListProps<Extra>) {
  const rows = items.map((blocks, index) => {
    const shown = <Blocks blocks={blocks} renderToken={renderToken} />;
    const task = tasks?.[index];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of a content never change places
      <li key={index} className={clsx('ps-1 marker:text-muted', task && 'list-none')}>
        {task ? <TaskItem task={task}>{shown}</TaskItem> : shown}
      </li>
    );
  });
  if (start === null) return <ul className="my-0.5 list-disc ps-5">{rows}</ul>;
  // Numbers with many digits hang outside and must not be cut off.
  const digits = String(start + items.length).length;
  return (
    <ol
      start={start}
      style={{ paddingInlineStart: `${digits + 1.2}ch` }}
      className="my-0.5 list-decimal tabular-nums"
    >
      {rows}
    </ol>
  );
}
