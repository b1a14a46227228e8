import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Listing } from './listing.ts'
import { packListing, unpackListing } from './packed-listing.ts'

test('a list is the same after packing', () => {
  const listing: Listing = {
    cards: [],
    count: 27,
    facets: [
      {
        key: 'choice.Glaze',
        title: 'Glaze',
        single: false,
        entries: [
          { value: 'Oat', label: 'Oat', count: 9, chosen: true, colour: '#D3C3A3', plain: false },
          { value: 'a=b, c|d', label: 'Another', count: undefined, chosen: false, colour: undefined, plain: true },
        ],
      },
      { key: 'in-stock', title: 'Availability', single: false, entries: [] },
    ],
    prices: { least: 9, most: 189, steps: [1, 2] },
    words: [],
  }
  assert.deepEqual(unpackListing(packListing(listing)), listing)
})
