import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reviewRequest } from './review-request.ts'

test('an email that asks for a review leads to its page with stars chosen, and as plain text has one link', () => {
  const { html, text } = reviewRequest({
    shop: { name: 'Morrow', url: 'https://morrow.example', locale: 'en', timeZone: 'Europe/Berlin', address: [] },
    orderNumber: '10482',
    products: [{ name: 'Morning Mug', url: 'https://morrow.example/products/morning-mug/review?token=t' }],
    stopUrl: 'https://morrow.example/review-emails/off?token=t',
  })
  const links = [...html.matchAll(/href="([^"]*&amp;stars=(\d))" class="star ink" aria-label="(\d) of 5 stars"/g)]
  assert.deepEqual(
    links.map(([, url, stars, said]) => [url?.replaceAll('&amp;', '&'), stars, said]),
    [1, 2, 3, 4, 5].map((count) => [
      `https://morrow.example/products/morning-mug/review?token=t&stars=${count}`,
      String(count),
      String(count),
    ]),
  )
  assert.doesNotMatch(text, /stars=|\n\n\n/)
})
