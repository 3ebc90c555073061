import { clsx } from 'clsx';

interface Props<V extends string> {
  label: string;
  options: readonly V[];
  names: Record<V, string>;
  value: V;
  onChange: (value: V) => void;
}

/** Single choice as a row of toggle buttons. */
export function Pressed<V extends string>({ label, options, names, value, onChange }: Props<V>) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="pb-1.5 text-sm font-medium text-text">{label}</legend>
      <span className="flex flex-wrap gap-1.5">
        {options.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === value}
            onClick={() => onChange(one)}
            className={clsx(
              'h-7 rounded-md border px-2.5 text-sm font-medium transition-colors touch:h-10',
              one === value
                ? 'border-accent bg-accent-surface text-accent-strong'
                : 'border-line bg-surface text-text hover:bg-hover',
            )}
          >
            {names[one]}
          </button>
        ))}
      </span>
    </fieldset>
  );
}
