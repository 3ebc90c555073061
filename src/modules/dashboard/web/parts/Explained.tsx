import { Explained as ExplainedName } from '../../../../platform/web/ui/Explained.tsx';
import { type Figure, formulas } from '../../contract.ts';

interface Props {
  name: string;
  figure: Figure;
  /** The days it covers and is compared with. */
  note?: string;
}

/** A figure’s name with its formula as the explanation. */
export function Explained({ name, figure, note }: Props) {
  const formula = note ? `${formulas[figure]} ${note}` : formulas[figure];
  return <ExplainedName name={name} formula={formula} />;
}
