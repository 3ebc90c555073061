import { Popover, PopoverContent, PopoverTrigger } from './Popover.tsx';
import { Tooltip } from './Tooltip.tsx';

interface Props {
  name: string;
  /** How it is calculated, in a sentence. */
  formula: string;
}

/** The label of a figure with an explanation, on hover and on press. */
export function Explained({ name, formula }: Props) {
  return (
    <Popover>
      <Tooltip label={<span className="block max-w-64">{formula}</span>}>
        <PopoverTrigger className="cursor-help rounded-sm text-left underline decoration-line decoration-dotted underline-offset-4 touch:min-h-10">
          {name}
        </PopoverTrigger>
      </Tooltip>
      <PopoverContent quiet align="start" label={`How ${name} is calculated`}>
        <p className="max-w-64 px-3 py-2 text-sm text-text">{formula}</p>
      </PopoverContent>
    </Popover>
  );
}
