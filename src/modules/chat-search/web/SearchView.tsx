import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { exactTime } from '../../../platform/web/time/moments.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import {
  MessageSkeletons,
  openMessage,
  openThread,
  useChannelNames,
  useChat,
} from '../../chat/web/public.ts';
import type { SearchResult } from '../contract.ts';
import { ResultRow } from './ResultRow.tsx';
import { SearchField } from './SearchField.tsx';
import { NothingFound, SearchTips } from './SearchTips.tsx';
import { useSearch } from './useSearch.ts';

/** Searches the user's conversations. */
export default function SearchView() {
  const me = useChat().user.id;
  const [text, setText] = useState('');
  const [recent, setRecent] = useState(() => recentSearches(me));
  const [pointed, setPointed] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const search = useSearch(text);
  const { results } = search;
  const current = Math.min(pointed, results.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => input.current?.focus(), []);

  const change = (next: string) => {
    setText(next);
    setPointed(0);
  };
  const open = (result: SearchResult | undefined) => {
    if (!result) return;
    noteSearch(me, text);
    setRecent(recentSearches(me));
    goTo(result);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setPointed(Math.max(0, Math.min(current + step, results.length - 1)));
    else if (event.key === 'Enter') open(results[current]);
    else if (event.key === 'Escape' && text) change('');
    else return;
    if (step && current + step >= results.length - 3) loadMore(search);
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <search className="@container flex min-h-0 flex-1 flex-col">
      <SearchField
        input={input}
        text={text}
        onChange={change}
        isWaiting={search.isWaiting}
        error={search.isError && text ? errorTextOf(search.error) : undefined}
        active={{
          listId: results.length > 0 ? listId : undefined,
          optionId: results[current] && optionId(current),
        }}
        onKey={onKey}
      />
      <div
        className="scroll-area min-h-0 flex-1 overflow-y-auto"
        onScroll={({ currentTarget: box }) => {
          if (box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd) loadMore(search);
        }}
      >
        {text.trim() === '' ? (
          <SearchTips
            recent={recent}
            onChoose={(chosen) => {
              change(chosen);
              input.current?.focus();
            }}
            onClear={() => {
              forgetSearches(me);
              setRecent([]);
              input.current?.focus();
            }}
          />
        ) : (
          <Results
            search={search}
            listId={listId}
            current={current}
            optionId={optionId}
            onPoint={setPointed}
            onOpen={open}
          />
        )}
      </div>
    </search>
  );
}

type Search = ReturnType<typeof useSearch>;

/** Distance to the end, in px, at which the next page is fetched. */
const nearEnd = 600;

function loadMore(search: Search): void {
  const { hasNextPage, isFetchingNextPage, isError, searchedTo, fetchNextPage } = search;
  // A search that stopped early or failed continues only on request.
  if (hasNextPage && !isFetchingNextPage && !isError && !searchedTo) void fetchNextPage();
}

interface ResultsProps {
  search: Search;
  listId: string;
  current: number;
  optionId: (index: number) => string;
  onPoint: (index: number) => void;
  onOpen: (result: SearchResult) => void;
}

function Results({ search, listId, current, optionId, onPoint, onOpen }: ResultsProps) {
  const { nameOf } = useChannelNames();
  const { data, results, q, searchedTo, isPending, isError, isWaiting, hasNextPage } = search;
  if (isError && !data) return null;
  if (isPending) return <MessageSkeletons />;
  return (
    <>
      <span role="status" className="sr-only">
        {!isWaiting && resultCountOf(results.length, hasNextPage)}
      </span>
      {results.length === 0 && !isWaiting && !searchedTo && <NothingFound q={q} />}
      <div id={listId} role="listbox" aria-label="Search results" className="p-1 empty:hidden">
        {results.map((result, index) => (
          <ResultRow
            key={result.message.id}
            id={optionId(index)}
            result={result}
            channelName={result.channel.name || nameOf(result.channel.id)}
            isCurrent={index === current}
            onPoint={() => onPoint(index)}
            onOpen={() => onOpen(result)}
          />
        ))}
      </div>
      {search.isFilling && !isWaiting && (
        <p className="px-4 py-3 text-center text-sm text-muted text-pretty">
          Older messages are still being indexed. Try again later for more results.
        </p>
      )}
      {(searchedTo || (isError && hasNextPage)) && (
        <p className="flex flex-wrap items-center justify-center gap-3 px-4 py-4 text-sm text-muted">
          {searchedTo && `Searched back to ${exactTime(new Date(searchedTo))}.`}
          <Button
            size="sm"
            pending={search.isFetchingNextPage}
            onClick={() => void search.fetchNextPage()}
          >
            Search older messages
          </Button>
        </p>
      )}
    </>
  );
}

function resultCountOf(count: number, hasMore: boolean): string {
  if (count === 0) return 'No results';
  return `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'message' : 'messages'} found`;
}

const errorTextOf = (error: unknown) =>
  error instanceof ApiError ? sentenceOf(error) : 'Couldn’t search messages. Try again.';

/** Opens the message in its channel, or in its thread if it is only there. */
function goTo({ message }: SearchResult): void {
  const { channelId, threadId, seq, id } = message;
  openMessage(channelId, seq === null && threadId ? threadId : message);
  if (threadId && seq === null) openThread(channelId, threadId, id);
}

const maxStored = 8;
const keyOf = (me: number) => `forecourt-searches-${me}`;

/** This user's recent searches in this browser, latest first. */
function recentSearches(me: number): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(me)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((one) => typeof one === 'string').slice(0, maxStored);
  } catch {
    // Storage is blocked or invalid.
    return [];
  }
}

function noteSearch(me: number, text: string): void {
  const search = text.trim();
  if (!search) return;
  write(me, [search, ...recentSearches(me).filter((one) => one !== search)].slice(0, maxStored));
}

function forgetSearches(me: number): void {
  write(me, []);
}

function write(me: number, searches: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(me), JSON.stringify(searches));
  } catch {
    // Storage is full or blocked.
  }
}
