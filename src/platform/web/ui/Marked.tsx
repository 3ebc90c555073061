interface Props {
  parts: readonly { text: string; match: boolean }[];
}

/** Text with the search matches highlighted; always rendered as text. */
export function Marked({ parts }: Props) {
  return parts.map(({ text, match }, index) =>
    match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <mark key={index} className="rounded-sm bg-warning-surface font-medium text-text">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
