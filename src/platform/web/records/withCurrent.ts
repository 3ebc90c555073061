import type { SelectOption } from '../ui/SelectField.tsx';

/**
 * Keeps what a record has selectable after it is no longer offered, such as an employee who left: without its option, a
 * select would show another one as chosen.
 */
export function withCurrent(
  options: readonly SelectOption[],
  current: { id: number; name: string } | null | undefined,
): readonly SelectOption[] {
  if (!current || options.some(({ value }) => value === String(current.id))) return options;
  return [...options, { value: String(current.id), label: current.name }];
}
