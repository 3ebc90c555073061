import type { ReactNode } from 'react';

interface Props {
  title: string;
  lines: readonly { key: string; name: ReactNode; value: ReactNode }[];
}

/** The tooltip of a chart point. */
export function ChartTip({ title, lines }: Props) {
  return (
    <div className="rounded-md border border-border bg-raised px-3 py-2 text-sm text-text shadow-float">
      <p className="mb-1 font-medium">{title}</p>
      {lines.map(({ key, name, value }) => (
        <p key={key} className="flex justify-between gap-6">
          <span>{name}</span>
          <span className="tabular-nums">{value}</span>
        </p>
      ))}
    </div>
  );
}
