import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint, file } from '../../../contract/endpoint.ts';
import { errorStatus } from '../../../contract/errors.ts';
import { email, idParam, text } from '../../../contract/fields.ts';
import { describeApi } from '../openapi.ts';

const patchThing = endpoint({
  method: 'PATCH',
  path: '/api/things/:id/parts/:part',
  summary: 'Change a part',
  access: { page: 'fleet_operations', feature: 'create_records' },
  params: { id: idParam, part: z.string() },
  query: { dry: z.optional(z.string()) },
  body: { name: text(100), mail: z.optional(email), tags: z.array(z.enum(['a', 'b'])) },
  reply: z.object({ id: z.number(), at: z.nullable(z.string()) }),
  status: 202,
});
const getThing = endpoint({
  method: 'GET',
  path: '/api/things/:id/parts/:part',
  summary: 'A part',
  access: 'public',
  params: { id: idParam, part: z.string() },
  reply: z.object({ id: z.number() }),
});
const putFile = endpoint({
  method: 'PUT',
  path: '/api/files/:id',
  summary: 'Upload a file',
  access: 'signedIn',
  params: { id: idParam },
  bodyType: 'file',
  maxBytes: 1000,
  reply: z.object({ id: z.number() }),
});
const readFile = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  summary: 'A file',
  access: 'signedIn',
  params: { id: idParam },
  reply: file,
  replyType: 'file',
});

// biome-ignore lint/suspicious/noExplicitAny: a document is read as it comes
const document = describeApi([patchThing, getThing, putFile, readFile], '2.1.0') as any;
const path = document.paths['/api/things/{id}/parts/{part}'];

describe('the API document', () => {
  test('is OpenAPI 3.1 and contains nothing but JSON', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toEqual({ title: 'Forecourt', version: '2.1.0' });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(document)).not.toContain('$schema');
  });

  test('has every method of a path, with its access', () => {
    expect(Object.keys(path).sort()).toEqual(['get', 'patch']);
    expect(path.patch['x-access']).toEqual({ page: 'fleet_operations', feature: 'create_records' });
    expect(path.patch.security).toEqual([{ session: [] }]);
    expect(path.get['x-access']).toBe('public');
    expect(path.get.security).toEqual([]);
  });

  test('has the request schemas', () => {
    const parameters = path.patch.parameters.map(
      ({ name, in: location, required }: Record<string, unknown>) => [name, location, required],
    );
    expect(parameters).toEqual([
      ['id', 'path', true],
      ['part', 'path', true],
      ['dry', 'query', false],
    ]);
    const { schema } = path.patch.requestBody.content['application/json'];
    expect(schema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['name', 'tags'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100 },
        mail: { type: 'string', format: 'email' },
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
      },
    });
    expect(path.get.requestBody).toBeUndefined();
  });

  test('has the response schemas, errors included', () => {
    const { responses } = path.patch;
    expect(Object.keys(responses)).toEqual(['202', '4XX']);
    expect(responses[202].content['application/json'].schema).toMatchObject({
      type: 'object',
      required: ['id', 'at'],
    });
    const error = document.components.schemas.Error;
    expect(error.properties.code.enum).toEqual(Object.keys(errorStatus));
    expect(responses['4XX'].content['application/json'].schema.$ref).toBe(
      '#/components/schemas/Error',
    );
  });

  test('marks files in requests and responses', () => {
    const { put, get } = document.paths['/api/files/{id}'];
    const schema = { type: 'string', format: 'binary' };
    expect(put.requestBody.content).toEqual({ '*/*': { schema: { ...schema, maxLength: 1000 } } });
    expect(put.responses[200].content['application/json'].schema.required).toEqual(['id']);
    expect(Object.keys(get.responses)).toEqual(['200', '206', '304', '416', '4XX']);
    expect(get.responses[200].content).toEqual({ '*/*': { schema } });
  });
});
