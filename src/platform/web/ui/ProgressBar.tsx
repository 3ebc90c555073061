interface Props {
  label: string;
  done: number;
  /** 0 while unknown. */
  total: number;
}

/** How much of something is done. */
export function ProgressBar({ label, done, total }: Props) {
  const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={total > 0 ? percent : undefined}
      className="h-1.5 overflow-hidden rounded-sm bg-fill"
    >
      <span
        className="block h-full bg-accent transition-[width]"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
