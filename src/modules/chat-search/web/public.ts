export type { SearchResult as FoundMessage } from '../contract.ts';
export { searchMessages } from './searchMessages.ts';
