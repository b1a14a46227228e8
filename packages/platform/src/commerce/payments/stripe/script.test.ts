import assert from 'node:assert/strict'
import { test } from 'node:test'
import Stripe from 'stripe'
import { release, stripeScript } from './script.ts'

test('the script is Stripe’s own, of the release for the library’s API version', () => {
  assert.equal(Stripe.API_VERSION.split('.')[1], release)
  const { url, scripts, frames, connects } = stripeScript(undefined)
  assert.equal(url, `https://js.stripe.com/${release}/stripe.js`)
  for (const origin of [...scripts, ...frames, ...connects]) assert.match(origin, /^https:\/\/(\*\.)?[a-z.]*stripe\.com$/)
})

test('with another address of the API, the script comes only from there', () => {
  const here = stripeScript('http://127.0.0.1:9000/v1')
  assert.deepEqual(here, {
    url: 'http://127.0.0.1:9000/stripe.js',
    scripts: ['http://127.0.0.1:9000'],
    frames: ['http://127.0.0.1:9000'],
    connects: ['http://127.0.0.1:9000'],
  })
})
