import * as z from 'zod/mini';

const run = z.object({ text: z.string(), isBold: z.boolean(), isItalic: z.boolean() });
export type Run = z.output<typeof run>;
const runs = z.array(run);

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.number(), runs }),
  z.object({ kind: z.literal('paragraph'), runs }),
  /** Of a list; `level` counts from 0, `marker` is what stands before it. */
  z.object({ kind: z.literal('item'), level: z.number(), marker: z.string(), runs }),
  /** Cells by row; a row may be shorter than others. */
  z.object({ kind: z.literal('table'), rows: z.array(z.array(z.string())) }),
]);
export type Block = z.output<typeof block>;

/** A text, a sheet or a slide. */
const layoutPart = z.object({
  /** Of a sheet or slide. */
  name: z.nullable(z.string()),
  blocks: z.array(block),
});
export type LayoutPart = z.output<typeof layoutPart>;

/** The content of an Office file, without its pictures, colors and pages. */
export const layout = z.object({
  kind: z.enum(['text', 'sheets', 'slides']),
  parts: z.array(layoutPart),
  /** Whether it has more than is shown. */
  isCut: z.boolean(),
});
export type Layout = z.output<typeof layout>;
export type LayoutKind = Layout['kind'];

/** Of a sheet or a table; the rest is in the file. */
export const layoutMaxRows = 500;
export const layoutMaxColumns = 50;
export const layoutMaxParts = 100;
