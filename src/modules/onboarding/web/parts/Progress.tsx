import { ProgressBar } from '../../../../platform/web/ui/ProgressBar.tsx';

interface Props {
  name: string;
  done: number;
  total: number;
}

/** `8 of 13`, with a bar. */
export function Progress({ name, done, total }: Props) {
  return (
    <span className="flex items-center gap-2">
      <span className="w-20 shrink-0">
        <ProgressBar label={`Progress of ${name}`} done={done} total={Math.max(total, 1)} />
      </span>
      <span className="text-xs whitespace-nowrap text-muted tabular-nums">{`${done} of ${total}`}</span>
    </span>
  );
}
