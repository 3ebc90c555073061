import type { ReactNode } from 'react';

interface Props {
  number: string;
  /** The total or price, formatted. */
  amount: string;
  /** Its state, below the number. */
  children: ReactNode;
  actions: ReactNode;
}

/** Top of a numbered record’s page: number, amount and state on the left, actions on the right. */
export function RecordHeader({ number, amount, children, actions }: Props) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-2">
        <h2 className="flex flex-wrap items-baseline gap-x-4 text-xl font-semibold text-text">
          <span className="font-mono">{number}</span>
          <span className="tabular-nums">{amount}</span>
        </h2>
        {children}
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </header>
  );
}
