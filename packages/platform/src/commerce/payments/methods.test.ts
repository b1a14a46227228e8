import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PaymentElement } from '@vitrine/contract'
import type { OfflineMethod, PaymentSettings, Sections } from '../../kernel/settings/sections.ts'
import { chosenMethod, elementOf, expressCheckoutOf, type PayersCheckout, paymentMethods, promiseOf, showMethod } from './methods.ts'
import type { ElementRequest, PaymentProvider } from './provider.ts'

const provider = (id: string, more: Partial<PaymentProvider> = {}) =>
  ({ id, asks: 'HERE', takesPayments: () => true, ...more }) as PaymentProvider
const here = provider('sandbox')
const there = provider('stripe', { asks: 'THERE', keeping: {} as never })
const providers = new Map([here, there].map((one) => [one.id, one]))
const transfer: OfflineMethod = { id: 'transfer', name: 'Bank transfer', hint: 'In advance', instructions: 'To DE00' }
const atShop: OfflineMethod = { id: 'shop', name: 'At the shop', onlyFor: 'PICKUP' }
const atDoor: OfflineMethod = { id: 'door', name: 'At the door', onlyFor: 'SHIPPING' }
const offline = [transfer, atShop, atDoor]
const offered = (checkout: PayersCheckout, settings: PaymentSettings = { offline }) => paymentMethods(providers, settings, checkout)
const ids = (...of: Parameters<typeof offered>) => offered(...of).map(({ id }) => id)

describe('the ways to pay for a checkout', () => {
  test('are the providers, and then what is paid by hand', () => {
    assert.deepEqual(ids({ delivery: 'SHIPPING' }, {}), ['sandbox', 'stripe'])
    assert.deepEqual(ids({ delivery: 'SHIPPING' }, { offline: [transfer] }), ['sandbox', 'stripe', 'transfer'])
  })

  test('cash at the shop is for whoever collects, cash at the door for whoever is delivered to, and neither before that is known', () => {
    assert.deepEqual(ids({ delivery: 'PICKUP' }), ['sandbox', 'stripe', 'transfer', 'shop'])
    assert.deepEqual(ids({ delivery: 'SHIPPING' }), ['sandbox', 'stripe', 'transfer', 'door'])
    assert.deepEqual(ids({ delivery: undefined }), ['sandbox', 'stripe', 'transfer'])
  })

  test('nothing is paid by hand where it has to be paid online, as a subscription has', () => {
    assert.deepEqual(ids({ delivery: 'PICKUP', online: true }), ['sandbox', 'stripe'])
  })

  test('what the merchant has switched off is not offered, nor a provider that takes no payments of this shop', () => {
    assert.deepEqual(ids({ delivery: undefined }, { off: ['sandbox'], offline: [{ ...transfer, active: false }] }), ['stripe'])
    assert.deepEqual(ids({ delivery: undefined }, { offline: [{ ...transfer, active: true }] }), ['sandbox', 'stripe', 'transfer'])
    const retired = new Map([here, provider('old', { takesPayments: ({ mode }) => mode === 'LIVE' })].map((one) => [one.id, one]))
    assert.deepEqual(
      paymentMethods(retired, {}, { delivery: undefined }).map(({ id }) => id),
      ['sandbox'],
    )
  })
})

test('a way is chosen by its id; without one a card that was handed over goes to the shop’s own form, and nothing else is assumed', () => {
  const methods = offered({ delivery: 'PICKUP' })
  assert.equal(chosenMethod(methods, 'stripe', true)?.id, 'stripe')
  assert.equal(chosenMethod(methods, 'shop', false)?.id, 'shop')
  assert.equal(chosenMethod(methods, 'door', false), undefined)
  assert.equal(chosenMethod(methods, undefined, true)?.id, 'sandbox')
  assert.equal(chosenMethod(methods, undefined, false), undefined)
  assert.equal(chosenMethod(offered({ delivery: undefined }, { off: ['sandbox'] }), undefined, true), undefined)
})

describe('a promise to pay by hand', () => {
  const now = new Date('2026-03-01T09:00:00.000Z')
  const of = (method: OfflineMethod, expires = true) => promiseOf(method, { now, expires })

  test('ends after two weeks where the whole order waits for it, or when the merchant says', () => {
    assert.equal(of(transfer).offline?.expiresAt, '2026-03-15T09:00:00.000Z')
    assert.equal(of({ ...transfer, expiresAfterDays: 3 }).offline?.expiresAt, '2026-03-04T09:00:00.000Z')
    assert.equal('expiresAt' in of(transfer, false).offline!, false)
  })

  test('has no end where it is cash or paid on collection, or the merchant waits for ever', () => {
    for (const method of [atShop, { ...transfer, predefined: 'CASH' as const }, { ...transfer, expiresAfterDays: 0 }])
      assert.equal('expiresAt' in of(method).offline!, false, method.id)
  })

  test('keeps how to pay as it was said, and whether that is on collection', () => {
    assert.deepEqual(of(transfer, false), {
      method: { custom: 'Bank transfer' },
      offline: { name: 'Bank transfer', instructions: 'To DE00', onCollection: false },
    })
    assert.deepEqual(of(atShop), { method: { custom: 'At the shop' }, offline: { name: 'At the shop', onCollection: true } })
    assert.deepEqual(of({ ...atDoor, predefined: 'CASH' }), {
      method: { predefined: 'CASH' },
      offline: { name: 'At the door', onCollection: false },
    })
  })
})

describe('the form of a provider', () => {
  const settings = (more: object = {}) => ({ commerce: { currency: 'EUR' }, ...more }) as unknown as Sections
  const element = (_: PaymentSettings, request: ElementRequest) => ({ ...request, kind: 'STRIPE' }) as unknown as PaymentElement
  const withForm = provider('stripe', { asks: 'THERE', element, keeping: {} as never })
  const due = { amount: 2600, currency: 'EUR', subscribes: false }
  const shown = (of: PaymentProvider, checkout: Partial<PayersCheckout>, more?: object) =>
    elementOf({ id: of.id, kind: 'ONLINE', provider: of }, { delivery: undefined, ...checkout }, settings(more)) as unknown as
      | ElementRequest
      | undefined

  test('is shown for the amount that is due, and not where nothing is', () => {
    assert.deepEqual(shown(withForm, { due }), { kind: 'STRIPE', amount: 2600, currency: 'EUR', delayCapture: false, keeps: false })
    assert.equal(shown(withForm, {}), undefined)
    assert.equal(shown(withForm, { due: { ...due, amount: 0 } }), undefined)
    assert.equal(shown(there, { due }), undefined)
    assert.equal(elementOf({ id: 'transfer', kind: 'OFFLINE', offline: transfer }, { delivery: undefined, due }, settings()), undefined)
  })

  test('saves the card for a subscription, or where the shop saves all, as far as the provider can', () => {
    const mitEnabled = { checkout: { checkoutFields: { mitEnabled: true } } }
    assert.equal(shown(withForm, { due: { ...due, subscribes: true } })?.keeps, true)
    assert.equal(shown(withForm, { due }, mitEnabled)?.keeps, true)
    assert.equal(shown(provider('other', { element }), { due: { ...due, subscribes: true } })?.keeps, false)
  })

  test('only holds the money where the shop takes it later', () => {
    const held = { commerce: { currency: 'EUR', delayedCapture: { action: 'CAPTURE', afterMs: 1 } } }
    assert.equal(shown(withForm, { due }, held)?.delayCapture, true)
  })

  test('wallets before an amount is due are those of the first provider with a form; without one there are none', () => {
    const express = expressCheckoutOf(new Map([here, withForm].map((one) => [one.id, one])), settings())
    assert.deepEqual(express, { kind: 'STRIPE', currency: 'EUR', delayCapture: false, keeps: false })
    assert.equal(expressCheckoutOf(providers, settings()), undefined)
    assert.equal(expressCheckoutOf(new Map([[withForm.id, withForm]]), settings({ payments: { off: ['stripe'] } })), undefined)
  })
})

describe('what a buyer reads of a way to pay', () => {
  const online = (of: PaymentProvider) => ({ id: of.id, kind: 'ONLINE' as const, provider: of })

  test('a card, or the provider’s own page; by hand the name and hint of the merchant', () => {
    assert.deepEqual(showMethod(online(here)), { id: 'sandbox', kind: 'CARD', name: 'Card' })
    assert.deepEqual(showMethod(online(there)), { id: 'stripe', kind: 'REDIRECT', name: 'Card, wallet or bank' })
    assert.deepEqual(showMethod({ id: 'transfer', kind: 'OFFLINE', offline: transfer }), {
      id: 'transfer',
      kind: 'OFFLINE',
      name: 'Bank transfer',
      hint: 'In advance',
    })
    assert.equal('hint' in showMethod({ id: 'shop', kind: 'OFFLINE', offline: atShop }), false)
  })

  test('whether the card may be saved is asked only where the provider saves cards', () => {
    const ask = 'Keep this card'
    assert.equal('keep' in showMethod(online(here), ask), false)
    assert.deepEqual(showMethod(online(there), ask), { id: 'stripe', kind: 'REDIRECT', name: 'Card, wallet or bank', keep: ask })
    const own = provider('own', { keeping: {} as never })
    assert.deepEqual(showMethod(online(own), ask), { id: 'own', kind: 'CARD', name: 'Card', keep: ask })
  })
})
