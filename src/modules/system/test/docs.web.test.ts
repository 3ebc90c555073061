import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { describeApi } from '../../../platform/server/http/openapi.ts';
import { type ApiDocument, findOperations, operationsOf } from '../web/docs/operations.ts';
import { shapeOf } from '../web/docs/shape.ts';

const calls = [
  endpoint({
    method: 'PUT',
    path: '/api/cars/:vin/price',
    summary: 'Set a price',
    access: { page: 'fleet_operations', feature: 'create_records' },
    params: { vin: z.string() },
    query: { dry: z.optional(z.stringbool()) },
    body: {
      cents: z.number().check(z.int(), z.minimum(0)),
      reason: z._default(z.string().check(z.maxLength(200)), ''),
      tags: z.array(z.enum(['new', 'used'])),
      by: z.nullable(z.object({ id: z.number() })),
    },
    reply: z.object({ message: z.string() }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/cars',
    summary: 'The cars there are',
    access: 'public',
    reply: z.array(z.object({ vin: z.string() })),
  }),
];
const document = JSON.parse(JSON.stringify(describeApi(calls, '2.1.0'))) as ApiDocument;
const all = operationsOf(document);

describe('API operations', () => {
  it('are listed by path, with their access', () => {
    expect(all.map(({ id, access }) => [id, access])).toEqual([
      ['GET /api/cars', 'Everyone'],
      ['PUT /api/cars/{vin}/price', 'page fleet_operations, feature create_records'],
    ]);
    expect(all[1]).toMatchObject({ subject: 'cars', status: '200' });
  });

  it('are found by words of their path, summary or permission', () => {
    const found = (typed: string) => findOperations(all, typed).map(({ method }) => method);
    expect(found('')).toEqual(['GET', 'PUT']);
    expect(found('cars  PRICE')).toEqual(['PUT']);
    expect(found('there are')).toEqual(['GET']);
    expect(found('create_records put')).toEqual(['PUT']);
    expect(found('boats')).toEqual([]);
  });

  it('show request and response', () => {
    const [list, price] = all;
    expect(shapeOf(price?.body?.['application/json']?.schema ?? {})).toBe(
      [
        '{',
        '  cents: integer (0…)',
        '  reason?: string (…200) = ""',
        '  tags: ("new" | "used")[]',
        '  by: {',
        '    id: number',
        '  } | null',
        '}',
      ].join('\n'),
    );
    expect(shapeOf(list?.reply?.['application/json']?.schema ?? {})).toBe('{\n  vin: string\n}[]');
    expect(shapeOf({})).toBe('anything');
  });
});
