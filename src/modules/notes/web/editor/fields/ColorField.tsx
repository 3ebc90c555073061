import { clsx } from 'clsx';
import { useId } from 'react';
import { type NoteColor, noteColors } from '../../../contract.ts';
import { colorNames, paperStyle } from '../../parts/colors.ts';

interface Props {
  value: NoteColor;
  onChange: (color: NoteColor) => void;
}

export function ColorField({ value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium text-text">Color</legend>
      <div className="flex flex-wrap gap-1.5">
        {noteColors.map((color) => (
          <label
            key={color}
            title={colorNames[color]}
            style={paperStyle(color)}
            className={clsx(
              'relative size-7 rounded-full border-2 bg-(--paper) touch:size-10',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
              'has-focus-visible:outline-focus',
              color === value ? 'border-text' : 'border-border-strong',
            )}
          >
            <input
              type="radio"
              name={name}
              aria-label={colorNames[color]}
              checked={color === value}
              onChange={() => onChange(color)}
              className="absolute inset-0 size-full cursor-default appearance-none rounded-full outline-none"
            />
            {color === value && (
              <span aria-hidden className="absolute inset-0 m-auto size-2 rounded-full bg-text" />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
