import { LRUCache } from 'lru-cache'

/**
 * A cache of so many entries, of which those that were asked for longest ago go first. It grows as it fills: with the option `max` of lru-cache
 * each cache has room for all of its entries from its first moment, 0.7 ms and a quarter of a megabyte for each 10,000, and a platform has many.
 */
export const lruOf = <Key extends {}, Value extends {}>(most: number, { ttl = 0 }: { readonly ttl?: number } = {}): LRUCache<Key, Value> =>
  new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1, ttl })
