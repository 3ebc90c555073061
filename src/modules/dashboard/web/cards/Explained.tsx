import { Popover, PopoverContent, PopoverTrigger } from '../../../../platform/web/ui/Popover.tsx';
import { Tooltip } from '../../../../platform/web/ui/Tooltip.tsx';
import { type Figure, formulas } from '../../contract.ts';

interface Props {
  name: string;
  figure: Figure;
  /** What it is compared with, in days. */
  note?: string;
}

/** The name of a figure, which tells how it is reckoned: under the pointer, and on a press. */
export function Explained({ name, figure, note }: Props) {
  const said = note ? `${formulas[figure]} ${note}` : formulas[figure];
  return (
    <Popover>
      <Tooltip label={<span className="block max-w-64">{said}</span>}>
        <PopoverTrigger className="cursor-help rounded-sm text-left underline decoration-line decoration-dotted underline-offset-4 touch:min-h-10">
          {name}
        </PopoverTrigger>
      </Tooltip>
      <PopoverContent quiet align="start" label={`How ${name} is reckoned`}>
        <p className="max-w-64 px-3 py-2 text-sm text-text">{said}</p>
      </PopoverContent>
    </Popover>
  );
}
