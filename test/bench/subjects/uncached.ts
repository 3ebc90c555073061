import { LRUCache } from 'lru-cache';

// Preloaded into a server: the same server, but with a cache that never returns anything.

const get = LRUCache.prototype.get;
LRUCache.prototype.get = function (key, ...rest) {
  if (String(key).startsWith('forecourt:cache:')) return undefined;
  return get.call(this, key, ...rest);
};
