import type { Brand } from '../../contract.ts';

type Model = Brand['models'][number];
const atMost = 6;

/** The best-selling models; the rest share one line, so the lines still add up to the total. */
export function shownModels(models: readonly Model[]): Model[] {
  if (models.length <= atMost) return [...models];
  const shown = models.slice(0, atMost - 1);
  const rest = models.slice(atMost - 1);
  const sum = (of: (model: Model) => number) => rest.reduce((total, one) => total + of(one), 0);
  const name = `${rest.length} other models`;
  return [
    ...shown,
    { name, units: sum(({ units }) => units), before: sum(({ before }) => before) },
  ];
}
