import * as z from 'zod/mini';
import type { Access } from './access.ts';

export type Shape = Record<string, z.core.$ZodType>;
type Nothing = Record<never, never>;
/**
 * The user a page was loaded for. All tabs share the cookie: once it belongs to another user, a page loaded for the
 * first one must neither read nor write in the other's name.
 */
export const personHeader = 'x-forecourt-person';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type BodyType = 'json' | 'file';
type ReplyType = 'json' | 'picture' | 'file';

/** An image response; the browser uses its URL in an `img`. */
export const picture = z.object({
  mediaType: z.enum(['image/webp', 'image/svg+xml']),
  bytes: z.instanceof(Uint8Array),
  /** The same for the same bytes. */
  etag: z.string(),
});
export type Picture = z.output<typeof picture>;

/** A stored file response, complete or the range the browser asks for. */
export const file = z.object({
  mediaType: z.string(),
  /** The file name for downloads. */
  name: z.string(),
  /** Shown in the browser; otherwise downloaded. */
  inline: z.boolean(),
  sizeBytes: z.number(),
  /** The same for the same bytes. */
  etag: z.string(),
  /** The bytes from `start` to `end`, inclusive. */
  open: z.custom<(range: { start: number; end: number }) => Promise<NodeJS.ReadableStream>>(),
});
export type StoredFile = z.output<typeof file>;

/** A rule over the whole body: returns an error message, or nothing. */
type Refinement<B extends Shape> = (
  body: z.output<z.ZodMiniObject<B, z.core.$strict>>,
) => string | undefined;

/** Kinds of rows that contain personal data of customers. */
export type ReadKind = 'customers' | 'leads' | 'deals' | 'repair_orders' | 'documents';

interface Declaration<
  A extends Access,
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  R extends z.core.$ZodType,
  T extends BodyType,
> {
  method: Method;
  /** `/api/users/:id`: a colon before each parameter. */
  path: string;
  summary: string;
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  refine?: Refinement<B>;
  reply: R;
  /** `file`: the body is a file, which the handler reads as a stream. */
  bodyType?: T;
  /** Maximum size of such a body. */
  maxBytes?: number;
  /** `picture` and `file`: the response is one, instead of JSON. */
  replyType?: ReplyType;
  /** Status of a successful response; 200 by default. */
  status?: 200 | 201 | 202;
  /** Pages make this call in the background: it never asks an administrator to confirm their password. */
  routine?: true;
  /**
   * The response contains such rows: reads are counted, limited and monitored per user. `varies`: whether it does, and of
   * which kind, depends on the call, and the handler says so through `countAs`.
   */
  reads?: ReadKind | 'varies';
  /** Browsers also accept a bare list in place of the reply: this makes the reply of it. */
  replyOfList?: (list: readonly unknown[]) => z.output<R>;
}

export interface Endpoint<
  A extends Access = Access,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends z.core.$ZodType = z.core.$ZodType,
  T extends BodyType = BodyType,
> {
  method: Method;
  path: string;
  summary: string;
  access: A;
  params: z.ZodMiniObject<P, z.core.$strip> | undefined;
  /** Unknown query parameters are ignored. */
  query: z.ZodMiniObject<Q, z.core.$strip> | undefined;
  /** Unknown body fields are refused. */
  body: z.ZodMiniObject<B, z.core.$strict> | undefined;
  refine: Refinement<B> | undefined;
  reply: R;
  bodyType: T;
  maxBytes: number | undefined;
  replyType: ReplyType;
  status: number;
  routine?: true;
  reads: ReadKind | 'varies' | undefined;
  replyOfList?: (list: readonly unknown[]) => z.output<R>;
}

/**
 * Declares one HTTP endpoint. The server route with its validation and access check, the typed client call, the
 * OpenAPI document and the authorization matrix all derive from it.
 */
export function endpoint<
  const A extends Access,
  R extends z.core.$ZodType,
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = Nothing,
  T extends BodyType = 'json',
>(declaration: Declaration<A, P, Q, B, R, T>): Endpoint<A, P, Q, B, R, T> {
  const { params, query, body, refine, replyType = 'json', status = 200 } = declaration;
  const { bodyType = 'json' as T, maxBytes, reads } = declaration;
  return {
    ...declaration,
    params: params && z.object(params),
    query: query && z.object(query),
    body: body && z.strictObject(body),
    refine,
    bodyType,
    maxBytes,
    replyType,
    status,
    reads,
  };
}

/**
 * Whether the call changes something only administrators may change: it requires that they confirmed their
 * password, or made another such change, within the last hour. Reads, file uploads and background calls do not.
 */
export function changesAsAdministrator(endpoint: AnyEndpoint): boolean {
  const { access, method, bodyType, routine } = endpoint;
  if (method === 'GET' || bodyType === 'file' || routine || typeof access === 'string')
    return false;
  return access.admin !== undefined || access.role === 'admin';
}

// biome-ignore lint/suspicious/noExplicitAny: stands for an endpoint of any shape
export type AnyEndpoint = Endpoint<any, any, any, any, any, any>;

type Input<S> = S extends z.core.$ZodType ? z.input<S> : never;
type Output<S> = S extends z.core.$ZodType ? z.output<S> : never;
type Part<Key extends string, Value> = keyof Value extends never
  ? { [K in Key]?: undefined }
  : Nothing extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** What a caller passes: the parts that the endpoint declares. */
export type RequestOf<E extends AnyEndpoint> = Part<'params', Input<E['params']>> &
  Part<'query', Input<E['query']>> &
  Part<'body', Input<E['body']>>;

/** What a handler receives, validated. */
export interface ValidOf<E extends AnyEndpoint> {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
}

/** The reply as the caller receives it. */
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>;
/** The reply as the handler returns it; fields the schema does not declare are dropped. */
export type AnswerOf<E extends AnyEndpoint> = z.input<E['reply']>;
