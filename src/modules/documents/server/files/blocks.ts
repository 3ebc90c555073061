import { type Block, layoutMaxColumns, layoutMaxRows, type Run } from '../../contract/layout.ts';

/** How much is shown: a browser draws no more at once. */
export interface Budget {
  /** In characters, and a few for each block. */
  left: number;
  isCut: boolean;
}

const charactersAtMost = 1_000_000;
const cellAtMost = 2_000;
/** What a block costs without its text. */
const blockCost = 20;

export const startBudget = (): Budget => ({ left: charactersAtMost, isCut: false });

/** Whether this much more fits; once something does not, the rest is left out. */
function spend(budget: Budget, characters: number): boolean {
  budget.left -= characters + blockCost;
  budget.isCut ||= budget.left < 0;
  return budget.left >= 0;
}

/** Runs with the same emphasis become one, without empty ones. */
export function addText(runs: Run[], text: string, isBold: boolean, isItalic: boolean): void {
  const last = runs.at(-1);
  if (last?.isBold === isBold && last.isItalic === isItalic) last.text += text;
  else if (text !== '') runs.push({ text, isBold, isItalic });
}

export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** Adds a block that has text, as long as it fits. */
export function addBlock(
  blocks: Block[],
  block: Exclude<Block, { kind: 'table' }>,
  budget: Budget,
) {
  const text = textOf(block.runs);
  if (text.trim() !== '' && spend(budget, text.length)) blocks.push(block);
}

/** A table that is filled row by row. */
export interface TableRows {
  rows: string[][];
  add: (cells: readonly string[]) => void;
}

export function startTable(budget: Budget): TableRows {
  const rows: string[][] = [];
  return {
    rows,
    add(cells) {
      if (rows.length >= layoutMaxRows) {
        budget.isCut ||= cells.some((cell) => cell !== '');
        return;
      }
      const kept = cells.slice(0, layoutMaxColumns).map((cell) => cell.slice(0, cellAtMost));
      budget.isCut ||= cells.slice(layoutMaxColumns).some((cell) => cell !== '');
      if (spend(budget, kept.join('').length)) rows.push(kept);
    },
  };
}

/** Adds a table that has text, without the empty rows at its end. */
export function addTable(blocks: Block[], { rows }: TableRows): void {
  const last = rows.findLastIndex((cells) => cells.some((cell) => cell.trim() !== ''));
  if (last >= 0) blocks.push({ kind: 'table', rows: rows.slice(0, last + 1) });
}
