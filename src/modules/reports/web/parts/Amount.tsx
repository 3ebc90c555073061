import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import { dash, figureOf } from '../../contract/figures/format.ts';
import type { Unit } from '../../contract/report.ts';

/** A figure in its unit; a missing one is a dash with a text for screen readers. */
export function Amount({ unit, value }: { unit: Unit; value: number | null | undefined }) {
  if (value === null || value === undefined) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">{dash}</span>
        <VisuallyHidden>No data</VisuallyHidden>
      </span>
    );
  }
  return <span className="whitespace-nowrap">{figureOf(unit, value)}</span>;
}
