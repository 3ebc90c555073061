import { Popover, PopoverContent, PopoverTrigger } from './Popover.tsx';
import { Tooltip } from './Tooltip.tsx';

interface Props {
  name: string;
  /** How it is reckoned, in a sentence. */
  formula: string;
}

/** The name of a figure, which tells how it is reckoned: under the pointer, and on a press. */
export function Explained({ name, formula }: Props) {
  return (
    <Popover>
      <Tooltip label={<span className="block max-w-64">{formula}</span>}>
        <PopoverTrigger className="cursor-help rounded-sm text-left underline decoration-line decoration-dotted underline-offset-4 touch:min-h-10">
          {name}
        </PopoverTrigger>
      </Tooltip>
      <PopoverContent quiet align="start" label={`How ${name} is reckoned`}>
        <p className="max-w-64 px-3 py-2 text-sm text-text">{formula}</p>
      </PopoverContent>
    </Popover>
  );
}
