import type { ComponentProps } from 'react';

type Part = ComponentProps<'div'>;

// A table by ARIA roles, not elements: a <td> row cannot become a card on a phone and stay a row.
const as = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'cell') => ({ role });

/** Rows and cells with free layout that are a table to assistive technology. */
export function DataTable({ label, ...rest }: Part & { label: string }) {
  return <div {...as('table')} {...{ 'aria-label': label }} {...rest} />;
}

/** The head, or all the rows under it. */
export function DataRows(rest: Part) {
  return <div {...as('rowgroup')} {...rest} />;
}

export function DataRow(rest: Part) {
  return <div {...as('row')} {...rest} />;
}

export function DataHeading(rest: Part) {
  return <div {...as('columnheader')} {...rest} />;
}

export function DataCell(rest: Part) {
  return <div {...as('cell')} {...rest} />;
}
