import { toNestErrors } from '@hookform/resolvers';
import { type ChangeEvent, type SubmitEvent, useState } from 'react';
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
import { changedFields, rebased } from './changes.ts';

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

interface RecordFormOptions<V extends object, R extends Versioned> {
  /** What is edited, as in messages: `deal`. */
  noun: string;
  /** The record as the page shows it now; absent for a new one. */
  record?: R | undefined;
  emptyValues: () => V;
  valuesOf: (record: R) => V;
  /** `checkedBy(…)` where inputs are text, or `zodResolver(…)` with the endpoint’s schema. */
  resolver: Resolver<V>;
  save: (values: V, loaded: Loaded<V>) => Promise<R>;
  /** Fetches the version that someone else saved. */
  getLatest?: (record: R) => Promise<R>;
  onSaved: (saved: R) => void;
  /** Maps the server’s errors to the fields; none if the form shows none of them. */
  errorsOf?: (fields: Errors, values: V) => Errors;
  /** Their version with the edits made here on top. */
  rebase?: (mine: V, base: V, theirs: V) => V;
  /** Describes what someone else changed. */
  whatChanged?: (base: V, theirs: V, mine: V) => string[];
}

/** A version that someone else saved while the form is open. */
interface Conflict {
  savedBy: string;
  changes: readonly string[];
  /** Loads their version; edits made here stay. */
  load: () => void;
}

type TextInput = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface RecordForm<V extends object> {
  noun: string;
  values: V;
  /** The values that edits are compared with. */
  base: V;
  isNew: boolean;
  isDirty: boolean;
  isPending: boolean;
  isSaved: boolean;
  conflict: Conflict | undefined;
  /** Why the form as a whole was refused. */
  refusal: string | undefined;
  /** Counts finished submits. */
  attempt: number;
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
export function useRecordForm<V extends object, R extends Versioned>(
  options: RecordFormOptions<V, R>,
): RecordForm<V> {
  const { noun, record, valuesOf, onSaved, rebase = rebased } = options;
  const [loaded, setLoaded] = useState<Loaded<V>>(() => ({
    values: record ? valuesOf(record) : options.emptyValues(),
    version: record?.version ?? 0,
    clientId: crypto.randomUUID(),
  }));
  const [fetched, setFetched] = useState<R>();
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
  const errorOf = (path: string) =>
    (get(errors, path) as { message?: string } | undefined)?.message;

  const refuse = async (error: unknown, typed: V) => {
    const fields = error instanceof ApiError ? error.fields : undefined;
    if (record && options.getLatest && isConflict(error)) {
      // A 409 may have another reason: only a newer version means that someone else saved.
      const latest = await options.getLatest(record).catch(() => undefined);
      if (latest && latest.version > loaded.version) return setFetched(latest);
    }
    const found = Object.entries((fields && options.errorsOf?.(fields, typed)) ?? fields ?? {});
    for (const [path, message] of found) form.setError(path as FieldPath<V>, { message });
    if (found.length === 0) {
      form.setError('root', {
        message: sentenceOf(error, `Couldn’t save the ${noun}. Try again.`),
      });
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
    onSaved(saved);
  });

  // While it is saved, a newer version may be one’s own.
  const newer = isSubmitting || isSaved ? undefined : newest(record, fetched);
  const conflictWith = (theirs: R): Conflict => {
    const theirValues = valuesOf(theirs);
    return {
      savedBy: theirs.updatedBy ?? 'Someone else',
      changes: options.whatChanged?.(loaded.values, theirValues, values) ?? [],
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
    isDirty: changedFields(loaded.values, values).length > 0,
    isPending: isSubmitting,
    isSaved,
    conflict: newer && newer.version > loaded.version ? conflictWith(newer) : undefined,
    refusal: errorOf('root'),
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
      if (!isSubmitting) void submit(event);
    },
  };
}

const isConflict = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && !error.fields;

function newest<R extends Versioned>(record: R | undefined, fetched: R | undefined) {
  return fetched && record && fetched.version > record.version ? fetched : record;
}
