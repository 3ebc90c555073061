import { toNestErrors } from '@hookform/resolvers';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathByValue,
  type FieldPathValue,
  get,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { ApiError, sentenceOf } from '../api/ApiError.ts';
import type { Conflict } from './ConflictNotice.tsx';
import { changedFields, describeChanges, rebased, type ValueTexts } from './changes.ts';

/** Messages by the path of a field, such as `lines.0.complaint`. */
export type Errors = Record<string, string>;

/** What a save is based on. */
interface Loaded<V> {
  values: V;
  version: number;
  /** For a new record: repeats of one submit share it, so they create one. */
  clientId: string;
}

interface Versioned {
  version: number;
  /** Who saved it last. */
  updatedBy?: string;
}

interface FormOptions<V extends object, R> {
  /** What is edited, as in messages: `deal`. */
  noun: string;
  emptyValues: () => V;
  /** `checkedBy(…)`; the endpoint’s schema does not run in the browser. */
  resolver: Resolver<V>;
  save: (values: V, loaded: Loaded<V>) => Promise<R>;
  /** The form stays pending until this is done, and is not submitted again. */
  onSaved: (saved: R) => void | Promise<void>;
  /** Maps the server’s errors to the fields. */
  errorsOf?: (fields: Errors, values: V) => Errors;
  /** The message if the server sent none; `Couldn’t save the deal. Try again.` by default. */
  failure?: string;
  /** Shows why the form as a whole was refused, where that is not a notice above the fields. */
  onRefused?: (error: unknown) => void;
}

interface RecordFormOptions<V extends object, R> extends FormOptions<V, R> {
  /** The record as the page shows it now; absent for a new one. */
  record?: (R & Versioned) | undefined;
  valuesOf: (record: R) => V;
  /** Fetches the version that someone else saved. */
  getLatest?: (record: R) => Promise<R & Versioned>;
  /** Their version with the edits made here on top. */
  rebase?: (mine: V, base: V, theirs: V) => V;
  /** Names of the fields, which list what someone else changed. */
  fieldNames: Partial<Record<keyof V, string>>;
  /** The texts of values, for fields that are listed with what changed in them. */
  valueTexts?: ValueTexts<V>;
}

type TextInput = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface RecordForm<V extends object> {
  noun: string;
  values: V;
  /** The values that edits are compared with. */
  base: V;
  isNew: boolean;
  /** The version that a save is based on. */
  version: number;
  isDirty: boolean;
  isPending: boolean;
  isSaved: boolean;
  conflict: Conflict | undefined;
  /** Why the form as a whole was refused. */
  refusal: string | undefined;
  /** Counts finished submits. */
  attempt: number;
  /** The error of a field; called where the field is rendered, as `field` is. */
  errorOf: (path: FieldPath<V>) => string | undefined;
  /** Props of a text field, text area or select. */
  field: (path: FieldPathByValue<V, string>) => {
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<TextInput>) => void;
  };
  set: <P extends FieldPath<V>>(path: P, value: FieldPathValue<V, P>) => void;
  change: (next: Partial<V>) => void;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** Client-side validation by a function from values to errors by path. */
export function checkedBy<V extends object>(check: (values: V) => Errors): Resolver<V> {
  return (values, _context, options) => {
    const found = Object.entries(check(values));
    if (found.length === 0) return { values, errors: {} };
    const errors = found.map(([path, message]) => [path, { type: 'check', message }]);
    return { values: {}, errors: toNestErrors(Object.fromEntries(errors), options) };
  };
}

/**
 * The form of a record. Fields are validated at submit; an edit clears the error of its field. A version that someone
 * else saved meanwhile is never overwritten unseen: `conflict` is set when `record` is newer or a save was refused.
 */
export function useRecordForm<V extends object, R>(
  options: RecordFormOptions<V, R>,
): RecordForm<V> {
  const { noun, record, valuesOf, onSaved, rebase = rebased } = options;
  const [loaded, setLoaded] = useState<Loaded<V>>(() => ({
    values: record ? valuesOf(record) : options.emptyValues(),
    version: record?.version ?? 0,
    clientId: crypto.randomUUID(),
  }));
  const [fetched, setFetched] = useState<R & Versioned>();
  const [isSaved, setSaved] = useState(false);
  const form = useForm<V>({
    defaultValues: loaded.values as DefaultValues<V>,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: options.resolver,
  });
  const values = form.watch();
  const { errors, isSubmitting, submitCount } = form.formState;

  const set: RecordForm<V>['set'] = (path, value) => {
    form.setValue(path, value);
    form.clearErrors(path);
    form.clearErrors('root');
  };
  const change = (next: Partial<V>) => {
    for (const [name, value] of Object.entries(next)) set(name as FieldPath<V>, value as never);
  };
  const messageAt = (path: string) =>
    (get(errors, path) as { message?: string } | undefined)?.message;
  // The paths whose errors the last rendering asked for: the fields that are on the screen.
  const shown = useRef(new Set<string>());
  const paths = new Set<string>();
  shown.current = paths;
  const errorOf = (path: string) => {
    paths.add(path);
    return messageAt(path);
  };

  const refuse = async (error: unknown, typed: V) => {
    const fields = error instanceof ApiError ? error.fields : undefined;
    if (record && options.getLatest && isConflict(error)) {
      // A 409 may have another reason: only a newer version means that someone else saved.
      const latest = await options.getLatest(record).catch(() => undefined);
      if (latest && latest.version > loaded.version) return setFetched(latest);
    }
    const found = Object.entries((fields && options.errorsOf?.(fields, typed)) ?? fields ?? {});
    for (const [path, message] of found) form.setError(path as FieldPath<V>, { message });
    if (!found.some(([path]) => shown.current.has(path))) {
      if (options.onRefused) return options.onRefused(error);
      const { failure = `Couldn’t save the ${noun}. Try again.` } = options;
      form.setError('root', { message: sentenceOf(error, failure) });
    }
  };
  const submit = form.handleSubmit(async (typed) => {
    let saved: R;
    try {
      saved = await options.save(typed as V, loaded);
    } catch (error) {
      return refuse(error, typed as V);
    }
    setSaved(true);
    await onSaved(saved);
  });

  // While it is saved, a newer version may be one’s own.
  const newer = isSubmitting || isSaved ? undefined : newest(record, fetched);
  const conflictWith = (theirs: R & Versioned): Conflict => {
    const theirValues = valuesOf(theirs);
    return {
      savedBy: theirs.updatedBy ?? 'Someone else',
      changes: describeChanges({ mine: values, base: loaded.values, theirs: theirValues }, options),
      load() {
        change(rebase(values, loaded.values, theirValues));
        setLoaded({ ...loaded, values: theirValues, version: theirs.version });
      },
    };
  };
  return {
    noun,
    values,
    base: loaded.values,
    isNew: !record,
    version: loaded.version,
    isDirty: changedFields(loaded.values, values).length > 0,
    isPending: isSubmitting,
    isSaved,
    conflict: newer && newer.version > loaded.version ? conflictWith(newer) : undefined,
    refusal: messageAt('root'),
    attempt: submitCount,
    errorOf,
    field: (path) => ({
      value: get(values, path) as string,
      error: errorOf(path),
      onChange: ({ target }) => set(path, target.value as never),
    }),
    set,
    change,
    submit(event) {
      event.preventDefault();
      if (!isSubmitting && !isSaved) void submit(event);
    },
  };
}

/** The form of something without versions, such as a message that is sent. */
export const useNewForm = <V extends object, R>(options: FormOptions<V, R>): RecordForm<V> =>
  useRecordForm({ ...options, valuesOf: options.emptyValues, fieldNames: {} });

const isConflict = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && !error.fields;

function newest<R extends Versioned>(record: R | undefined, fetched: R | undefined) {
  return fetched && record && fetched.version > record.version ? fetched : record;
}
