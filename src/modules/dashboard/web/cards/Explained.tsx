import { Explained as ExplainedName } from '../../../../platform/web/ui/Explained.tsx';
import { type Figure, formulas } from '../../contract.ts';

interface Props {
  name: string;
  figure: Figure;
  /** What it is compared with, in days. */
  note?: string;
}

/** The name of a figure of the dashboard, which tells how it is reckoned. */
export function Explained({ name, figure, note }: Props) {
  const formula = note ? `${formulas[figure]} ${note}` : formulas[figure];
  return <ExplainedName name={name} formula={formula} />;
}
