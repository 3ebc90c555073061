import { Popover, PopoverContent, PopoverTrigger } from '../../../../platform/web/ui/Popover.tsx';
import { Tooltip } from '../../../../platform/web/ui/Tooltip.tsx';

/** A figure's name that tells how the figure is reckoned: under the pointer, and on a press. */
export function Explained({ name, formula }: { name: string; formula: string }) {
  return (
    <Popover>
      <Tooltip label={formula}>
        <PopoverTrigger className="cursor-help rounded-sm text-left underline decoration-dotted underline-offset-4 touch:min-h-10">
          {name}
        </PopoverTrigger>
      </Tooltip>
      <PopoverContent quiet align="start" label={`How ${name} is reckoned`}>
        <p className="max-w-64 px-3 py-2 text-sm text-text">{formula}</p>
      </PopoverContent>
    </Popover>
  );
}
