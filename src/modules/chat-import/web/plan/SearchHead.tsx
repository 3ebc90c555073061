import { Search } from 'lucide-react';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';

/** Lists from this length on get a search field. */
export const searchedFrom = 10;

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchHead({ label, value, onChange }: Props) {
  return (
    <TextField
      type="search"
      label={label}
      labelHidden
      placeholder={label}
      icon={Search}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Whether every typed word occurs in one of these. */
export function matchesSearch(typed: string, ...texts: string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
