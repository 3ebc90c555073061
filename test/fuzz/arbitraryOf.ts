import fc, { type Arbitrary } from 'fast-check';
import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;
/** Existing values by field name, so that not every call ends in "not found". */
export type Known = Record<string, readonly unknown[]>;

const awkwardText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    "'; drop table users; --",
    '%_\\',
    '../../etc',
  ),
  fc.constantFrom('x'.repeat(20_000), '"'.repeat(5_000), '🏳️‍🌈', '1e999', 'NaN', 'null', '[object]'),
);
const awkwardNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308),
);
const anything = fc.oneof(
  awkwardText,
  awkwardNumber,
  fc.constantFrom(null, true, false, [], {}),
  fc.jsonValue({ maxDepth: 4 }),
);

const pastOrFuture = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const edgeDay = fc.constantFrom('0001-01-01', '1900-01-01', '2199-12-31', '9999-12-31');
const day = fc.oneof(
  pastOrFuture.map((at) => at.slice(0, 10)),
  edgeDay,
);
const instant = fc.oneof(
  { weight: 4, arbitrary: pastOrFuture },
  { weight: 1, arbitrary: edgeDay.map((date) => `${date}T00:00:00Z`) },
  { weight: 1, arbitrary: fc.constant('2026-01-01T00:00:00+23:59') },
);

/** Values that match the types of the schema, but often not its checks. */
function matching(schema: Schema, known: Known, field: string): Arbitrary<unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: each type of schema has a different definition
  const def = schema._zod.def as any;
  switch (def.type) {
    case 'object':
      return fieldsOf(def.shape, known);
    case 'array':
      return fc.array(mostlyMatching(def.element, known, field), { maxLength: 12 });
    case 'record':
      return fc.dictionary(
        mostlyMatching(def.keyType, known, 'channelId') as Arbitrary<string>,
        anything,
        {
          maxKeys: 5,
        },
      );
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(mostlyMatching(def.innerType, known, field), { nil: undefined });
    case 'nullable':
      return fc.option(mostlyMatching(def.innerType, known, field), { nil: null });
    case 'pipe':
      return mostlyMatching(def.in, known, field);
    case 'union':
      return fc.oneof(...def.options.map((option: Schema) => mostlyMatching(option, known, field)));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.oneof(fc.nat(100), awkwardNumber);
    case 'string':
      if (def.format === 'uuid') return fc.oneof(fc.uuid(), fc.uuid({ version: 7 }));
      if (def.format === 'datetime') return instant;
      if (def.format === 'date') return day;
      if (def.format === 'email') return fc.emailAddress();
      return fc.oneof(fc.string({ minLength: 1, maxLength: 60 }), awkwardText);
    default:
      return anything;
  }
}

/** Mostly matching or existing values, sometimes anything. */
function mostlyMatching(schema: Schema, known: Known, field: string): Arbitrary<unknown> {
  const existing = known[field] ?? [];
  return fc.oneof(
    { weight: 8, arbitrary: matching(schema, known, field) },
    { weight: 1, arbitrary: anything },
    ...(existing.length > 0 ? [{ weight: 16, arbitrary: fc.constantFrom(...existing) }] : []),
  );
}

/** An object with these fields; some are missing, and sometimes there is one too many. */
export function fieldsOf(
  shape: Record<string, Schema>,
  known: Known,
): Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(shape).map(([name, schema]) => [
    name,
    fc.option(mostlyMatching(schema, known, name), { nil: undefined, freq: 12 }),
  ]);
  const unknown = fc.option(anything, { nil: undefined, freq: 1 });
  return fc
    .tuple(fc.record(Object.fromEntries(fields)), fc.nat(20), unknown)
    .map(([record, dice, extra]) => (dice === 0 ? { ...record, unheardOf: extra } : record));
}
