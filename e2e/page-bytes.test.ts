import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'

/** What a page may have, as it is before it is compressed. */
const most = [
  ['/', 60_000],
  // With links to seven pages of the law and of help at its foot, which every shop of the Union has.
  ['/products', 60_000],
  ['/collections/tableware', 60_000],
  // The demo product with the most variants, pictures and reviews, with questions and what is bought with it.
  ['/products/morning-mug', 66_000],
] as const

suite('the HTML of a page', () => {
  let shop: OpenShop
  openForAll(([opened]) => {
    shop = opened
  })

  for (const [path, bytes] of most)
    test(`${path} has at most ${bytes / 1000} kB`, async () => {
      const answer = await fetch(shop.url + path)
      const { byteLength } = await answer.arrayBuffer()
      assert.equal(answer.status, 200)
      assert.ok(byteLength <= bytes, `${byteLength} bytes`)
    })
})
