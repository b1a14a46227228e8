import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastBetween } from '../look/colors.ts'
import type { EmailBranding } from './branding.ts'
import { checksOf } from './email-checks.ts'
import type { EmailKind } from './email-kinds.ts'
import { sampleOf, sampleOrder, sampleStopOf } from './sample.ts'

const now = new Date('2026-11-30T09:00:00Z')
const shop: EmailBranding = {
  name: 'Morrow',
  url: 'https://morrow.example',
  locale: 'en-GB',
  timeZone: 'Europe/Berlin',
  address: ['Berlin'],
}

function checked(
  kind: EmailKind,
  branding: EmailBranding = shop,
  change: { html?: string; text?: string; subject?: string; stopUrl?: string } = {},
) {
  const own = branding.emails?.[kind]?.words ?? {}
  const { stopUrl = sampleStopOf(branding), ...texts } = change
  const email = { ...sampleOf(kind, sampleOrder(branding, 'EUR', now), now), ...texts }
  const checks = checksOf({ kind, email, shop: branding, own, stopUrl, contrastBetween })
  return Object.fromEntries(checks.map(({ check, ok, says }) => [check, ok ? true : says]))
}

test('the default text of an email passes, and only emails that one need not get are looked at for a way to stop them', () => {
  assert.deepEqual(checked('order-placed'), {
    FIELDS: true,
    TEXT: true,
    SUBJECT: true,
    LINKS: true,
    IMAGES: true,
    SIZE: true,
    CONTRAST: true,
  })
  assert.equal(checked('back-in-stock')['UNSUBSCRIBE'], true)
  assert.equal(checked('price-drop')['UNSUBSCRIBE'], true)
  assert.equal(checked('review-request')['UNSUBSCRIBE'], true)
  assert.equal(checked('recovery')['UNSUBSCRIBE'], true)
  const elsewhere = { stopUrl: 'https://morrow.example/unsubscribe/other' }
  assert.equal(checked('recovery', shop, elsewhere)['UNSUBSCRIBE'], 'Readers cannot unsubscribe from it')
})

test('a field that is empty is told, unless something is said in its place', () => {
  const withLead = (lead: string): EmailBranding => ({ ...shop, emails: { recovery: { words: { lead } } } })
  assert.equal(checked('recovery', withLead('Take {{ coupon }}.'))['FIELDS'], '{{ coupon }} is empty here, and has nothing instead')
  assert.equal(checked('recovery', withLead('Take {{ coupon | your time }}.'))['FIELDS'], true)
})

test('links that nobody else can open, that lead nowhere and that are not encrypted are told', () => {
  const at = (url: string) => checked('order-placed', { ...shop, url })['LINKS']
  assert.equal(at('http://localhost:3000'), 'Links lead to localhost:3000, which readers cannot open')
  assert.equal(at('https://192.168.1.4'), 'Links lead to 192.168.1.4, which readers cannot open')
  assert.equal(at('http://morrow.example'), 'Links are not encrypted (https)')
  assert.equal(checked('order-placed', shop, { html: '<a href="#">Here</a>' })['LINKS'], 'One link leads nowhere')
})

test('pictures without alternative text, a subject that shouts or is long, a missing text part and a large email are told', () => {
  const all = checked('order-placed', shop, {
    html: `<a href="https://morrow.example/orders/1">Here</a><img src="a" alt="Mug"><img src="b" alt="">${'.'.repeat(102 * 1024)}`,
    text: '',
    subject: 'SALE ENDS TODAY',
  })
  assert.equal(all['IMAGES'], '1 of 2 pictures have no alternative text')
  assert.equal(all['SUBJECT'], 'The subject shouts, as spam does')
  assert.equal(all['TEXT'], 'The plain text part lacks the links')
  assert.equal(all['SIZE'], '103 kB: Gmail cuts off what is above 102 kB')
  const long = checked('order-placed', shop, { subject: 'a'.repeat(61) })['SUBJECT']
  assert.equal(long, 'The subject has 61 characters; telephones show about 60')
})

test('colours that are hard to read are told, with the theme', () => {
  const theme = { light: { '--color-ink': '#999999', '--color-ink-soft': '#aaaaaa' }, dark: {} }
  assert.equal(checked('order-placed', { ...shop, theme })['CONTRAST'], 'Text is hard to read in the light theme')
})
