import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { agreedPages, agreementText, freshCheckoutPage, heldMoney, keepsCards, shownPolicies } from './checkout-page.ts'
import { type CheckoutPageSettings } from './checkout-page-settings.ts'
import type { CommerceSettings, Sections } from './sections.ts'

const dayMs = 24 * 3600 * 1000
const withFields = (more: Partial<CheckoutPageSettings['checkoutFields']>): CheckoutPageSettings => ({
  ...freshCheckoutPage,
  checkoutFields: { ...freshCheckoutPage.checkoutFields, ...more },
})
const withPolicies = (...names: (keyof CheckoutPageSettings['checkoutPolicies'])[]): CheckoutPageSettings => ({
  ...freshCheckoutPage,
  checkoutPolicies: {
    ...freshCheckoutPage.checkoutPolicies,
    ...Object.fromEntries(
      names.map((name) => [name, { visible: true, content: 'Text', ...(name === 'customPolicy' && { title: 'Allergens' }) }]),
    ),
  },
})

describe('money of new orders', () => {
  const held = (checkout: CheckoutPageSettings | undefined, delayedCapture?: CommerceSettings['delayedCapture']) =>
    heldMoney({ commerce: { ...(delayedCapture && { delayedCapture }) } as CommerceSettings, ...(checkout && { checkout }) })

  test('is taken at once unless the merchant wants it held', () => {
    assert.equal(held(undefined), undefined)
    assert.equal(held(withFields({ delayCaptureEnabled: false })), undefined)
  })

  test('that is held is captured a day before the week of a card is over, or voided with it', () => {
    assert.deepEqual(held(withFields({ delayCaptureEnabled: true })), { action: 'CAPTURE', afterMs: 6 * dayMs })
    assert.deepEqual(held(withFields({ delayCaptureEnabled: true, captureBeforeExpiryEnabled: false })), {
      action: 'VOID',
      afterMs: 7 * dayMs,
    })
  })

  test('is held as the shop was set up, where that says so', () => {
    const own = { action: 'VOID' as const, afterMs: 1000 }
    assert.equal(held(withFields({ delayCaptureEnabled: true }), own), own)
    assert.equal(held(undefined, own), own)
  })
})

test('cards are kept for later charges only where the merchant wants it', () => {
  assert.equal(keepsCards({}), false)
  assert.equal(keepsCards({ checkout: freshCheckoutPage }), false)
  assert.equal(keepsCards({ checkout: withFields({ mitEnabled: true }) }), true)
})

describe('the policies of the checkout page', () => {
  const names = (checkout?: CheckoutPageSettings) => shownPolicies(checkout ? { checkout } : {}).map(({ name }) => name)

  test('are shown where they are switched on and say something, in the order of the page', () => {
    assert.deepEqual(names(), [])
    assert.deepEqual(names(withPolicies('contactUs', 'privacyPolicy', 'termsAndConditions')), [
      'termsAndConditions',
      'privacyPolicy',
      'contactUs',
    ])
    const { checkoutPolicies } = freshCheckoutPage
    const hidden = { visible: false, content: 'Text' }
    const empty = { visible: true, content: ' \n' }
    assert.deepEqual(
      names({ ...freshCheckoutPage, checkoutPolicies: { ...checkoutPolicies, termsAndConditions: hidden, returnPolicy: empty } }),
      [],
    )
  })

  test('of files are for orders with files only; one of the shop’s own has its title', () => {
    const shown = shownPolicies({ checkout: withPolicies('digitalItemPolicy', 'customPolicy') })
    assert.deepEqual(
      shown.map(({ title, digitalOnly }) => [title, digitalOnly]),
      [
        ['Files and downloads', true],
        ['Allergens', false],
      ],
    )
    const untitled = withPolicies('customPolicy')
    const customPolicy = { ...untitled.checkoutPolicies.customPolicy, title: '' }
    const checkout = { ...untitled, checkoutPolicies: { ...untitled.checkoutPolicies, customPolicy } }
    assert.equal(shownPolicies({ checkout })[0]!.title, 'Good to know')
  })
})

describe('pages of the shop in the checkout', () => {
  const page = (kind: 'TERMS' | 'WITHDRAWAL' | 'CONTACT' | 'OTHER', inCheckout: boolean) => ({
    id: kind,
    kind,
    slug: kind.toLowerCase(),
    title: `Our ${kind.toLowerCase()}`,
    version: 3,
    inFooter: true,
    inCheckout,
    inRegistration: false,
  })
  const pages = { published: [page('TERMS', true), page('WITHDRAWAL', true), page('CONTACT', true), page('OTHER', false)] }

  test('stand in the place of what the settings say of the same, and lead to the page', () => {
    const shown = shownPolicies({ checkout: withPolicies('termsAndConditions', 'privacyPolicy'), pages })
    assert.deepEqual(
      shown.map(({ name, title, slug }) => [name, title, slug]),
      [
        ['termsAndConditions', 'Our terms', 'terms'],
        ['withdrawal', 'Our withdrawal', 'withdrawal'],
        ['contactUs', 'Our contact', 'contact'],
        ['privacyPolicy', 'Privacy', undefined],
      ],
    )
  })

  test('are agreed to in the version that there is, but for how to get in touch', () => {
    const published = pages.published.map((page) => ({ ...page, fields: page.kind === 'TERMS' ? ['SHOP_NAME', 'EMAIL'] : [] }))
    const settings = {
      shop: { name: 'Morrow', language: 'en', contact: { address: [] } },
      commerce: { country: 'DE' },
      shipping: { zones: [] },
      pages: { published },
    } as unknown as Sections
    assert.deepEqual(agreedPages(settings, []), {
      pages: [
        { id: 'TERMS', title: 'Our terms', version: 3, fields: [{ field: 'SHOP_NAME', value: 'Morrow' }] },
        { id: 'WITHDRAWAL', title: 'Our withdrawal', version: 3 },
      ],
    })
    assert.deepEqual(agreedPages({ ...settings, pages: { published: [] } }, []), {})
    assert.equal(agreementText({ pages }, { files: false }), 'I have read the terms and the right of withdrawal, and agree.')
  })
})

describe('the sentence that a buyer agrees to', () => {
  const words = (files: boolean, ...policies: Parameters<typeof withPolicies>) =>
    agreementText({ checkout: withPolicies(...policies) }, { files })

  test('names each policy that is shown, and the terms where none is', () => {
    assert.equal(agreementText({}, { files: true }), 'I have read the terms and agree.')
    assert.equal(words(false, 'returnPolicy'), 'I have read the rules for returns and agree.')
    assert.equal(words(false, 'termsAndConditions', 'privacyPolicy'), 'I have read the terms and how my data is used, and agree.')
    assert.equal(
      words(false, 'termsAndConditions', 'returnPolicy', 'customPolicy'),
      'I have read the terms, the rules for returns and Allergens, and agree.',
    )
  })

  test('speaks of files only where there are some, and never of how to get in touch', () => {
    assert.equal(words(true, 'digitalItemPolicy', 'contactUs'), 'I have read the rules for files and downloads and agree.')
    assert.equal(words(false, 'digitalItemPolicy', 'contactUs'), 'I have read the terms and agree.')
  })
})
