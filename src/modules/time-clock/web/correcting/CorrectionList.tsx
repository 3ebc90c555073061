import type { Correction } from '../../contract/corrections.ts';
import { CorrectionItem } from './CorrectionItem.tsx';

interface Props {
  corrections: readonly Correction[];
  timezone: string;
}

/** The correction requests and corrections of a week. */
export function CorrectionList({ corrections, timezone }: Props) {
  if (corrections.length === 0) return null;
  return (
    <section aria-label="Corrections">
      <h3 className="text-sm font-semibold text-text">Corrections</h3>
      <ul className="mt-1 divide-y divide-border">
        {corrections.map((correction) => (
          <CorrectionItem key={correction.id} correction={correction} timezone={timezone} />
        ))}
      </ul>
    </section>
  );
}
