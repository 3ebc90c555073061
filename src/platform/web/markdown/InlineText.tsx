import { type ReactNode, use } from 'react';
import { PreviewContext } from './preview.ts';
import type { ExtraToken } from './tokens.ts';
import type { Inline } from './tree.ts';

export type RenderToken<Extra extends ExtraToken> = (token: Extra) => ReactNode;

interface Props<Extra extends ExtraToken> {
  inlines: readonly Inline<Extra>[];
  /** Renders module-specific tokens in plain text, besides links. */
  renderToken: RenderToken<Extra>;
}

export function InlineText<Extra extends ExtraToken>({ inlines, renderToken }: Props<Extra>) {
  return inlines.map((inline, index) =>
    isText(inline) ? (
      inline.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a content never change places
      <Piece key={index} inline={inline} renderToken={renderToken} />
    ),
  );
}

interface PieceProps<Extra extends ExtraToken> {
  inline: Inline<Extra>;
  renderToken: RenderToken<Extra>;
}

type Own = Exclude<Inline, { kind: 'text' }>;
const ownKinds = new Set<string>(['link', 'named', 'code', 'strong', 'em', 'del']);
const isText = (
  inline: ExtraToken | Inline<ExtraToken>,
): inline is { kind: 'text'; text: string } => inline.kind === 'text';
const isOwn = <Extra extends ExtraToken>(inline: Inline<Extra>): inline is Own & Inline<Extra> =>
  ownKinds.has(inline.kind);

function Piece<Extra extends ExtraToken>({ inline, renderToken }: PieceProps<Extra>) {
  if (!isOwn(inline)) return renderToken(inline as Extra);
  if (inline.kind === 'link') return <OutsideLink href={inline.href}>{inline.text}</OutsideLink>;
  if (inline.kind === 'code') {
    return (
      <code className="rounded-sm bg-fill px-1 py-px font-mono text-[0.9em] whitespace-pre-wrap">
        {inline.text}
      </code>
    );
  }
  const children = (
    <InlineText inlines={inline.children as Inline<Extra>[]} renderToken={renderToken} />
  );
  if (inline.kind === 'named') {
    return (
      <OutsideLink href={inline.href} title={inline.href}>
        {children}
      </OutsideLink>
    );
  }
  if (inline.kind === 'strong') return <strong className="font-semibold">{children}</strong>;
  if (inline.kind === 'em') return <em>{children}</em>;
  return <del>{children}</del>;
}

/** A link that opens in a tab of its own; in a preview it is not clickable. */
export function OutsideLink(props: { href: string; title?: string; children: ReactNode }) {
  if (use(PreviewContext)) return <span className="text-accent">{props.children}</span>;
  return (
    <a
      {...props}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent underline decoration-1 underline-offset-2 hover:decoration-2"
    />
  );
}
