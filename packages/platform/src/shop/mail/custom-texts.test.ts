import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EmailBranding } from './branding.ts'
import { faultOf, filled } from './custom-texts.ts'
import { type EmailKind, emailKinds, fieldsOf } from './email-kinds.ts'
import { originalOf, sampleOf, sampleOrder } from './sample.ts'

const now = new Date('2026-11-21T10:54:00Z')
const shop: EmailBranding = {
  name: 'Morrow',
  url: 'https://morrow.example',
  locale: 'en',
  timeZone: 'Europe/Berlin',
  address: ['Kastanienallee 77', '10435 Berlin'],
}
const kinds = Object.keys(emailKinds) as EmailKind[]
const email = (kind: EmailKind, emails: EmailBranding['emails'] = {}) => {
  const head = { ...shop, emails }
  return sampleOf(kind, sampleOrder(head, 'EUR', now), now)
}
const flat = (text: string) => text.replace(/\s+/g, ' ')

describe('words of a shop', () => {
  test('name things, with a stand-in for what is not there', () => {
    const values = { 'customer.firstName': 'Hanna', 'order.number': '10482', coupon: '' }
    assert.equal(filled('{{customer.firstName}}, order {{ order.number }}', values), 'Hanna, order 10482')
    assert.equal(filled('Hello {{ coupon | friend }}!', values), 'Hello friend!')
    assert.equal(filled('Hello {{ coupon }}, you', values), 'Hello, you')
    assert.equal(filled('{{ coupon }}, welcome', values), 'welcome')
    assert.equal(filled('{{ coupon }}', values), undefined)
    assert.equal(filled('{{ order.total }}', values), undefined)
    assert.equal(filled('one\ntwo', values), 'one\ntwo')
  })

  test('are refused where they name what an email does not know, or are not closed', () => {
    assert.equal(faultOf('{{ order.number }}', ['order.number']), undefined)
    assert.match(
      faultOf('{{ order.nmber }}', ['order.number']) ?? '',
      /does not know \{\{ order\.nmber \}\}; it may name \{\{ order\.number \}\}/,
    )
    for (const words of ['{{ order.number', 'order.number }}', '{{ order number }}', '{{ }}'])
      assert.match(faultOf(words, ['order.number']) ?? 'fine', /not written as/, words)
  })
})

for (const kind of kinds)
  describe(kind, () => {
    test('says what the shop says, in subject, headline, lead and on its button, as HTML and as plain text', () => {
      const all = fieldsOf(kind).map((field) => `{{ ${field} }}`)
      const words = {
        subject: `Own subject ${all[0]}`,
        headline: 'Own headline\nof two lines',
        lead: `Own lead, first.\n\nOwn lead, second: ${all.join(' ')}.`,
        button: 'Own button',
      }
      const said = email(kind, { [kind]: { words } })
      const plain = email(kind)
      assert.equal(said.subject, `Own subject ${said.values[fieldsOf(kind)[0]!]}`.trim())
      assert.match(flat(said.text), /Own headline of two lines.*Own lead, first\..*Own lead, second: /)
      assert.match(said.html, /Own headline<br>of two lines<\/h1>/)
      assert.match(said.html, />Own lead, first\.<\/p><p [^>]*>Own lead, second: /)
      for (const value of Object.values(said.values)) assert.ok(flat(said.text).includes(flat(value)), value)
      if (plain.words.button !== undefined) {
        assert.match(said.html, />Own button<\/a>/)
        assert.match(said.text, /^Own button:$/m)
      }
      // All else stands as it did.
      assert.equal(said.text.split('\n\n').at(-1), plain.text.split('\n\n').at(-1))
    })

    test('its house words are a template that comes to them again', () => {
      const { words, values } = email(kind)
      const original = originalOf(kind, shop, 'EUR', now)
      for (const [part, text] of Object.entries(original) as [keyof typeof original, string][]) {
        assert.equal(faultOf(text, fieldsOf(kind)), undefined, text)
        assert.equal(filled(text, values) ?? '', words[part], part)
      }
      assert.deepEqual(Object.keys(values).sort(), [...fieldsOf(kind)].sort())
    })

    test('words that cannot be do not stop it, and nothing in them becomes markup', () => {
      const plain = email(kind)
      const broken = email(kind, { [kind]: { words: { subject: '{{ no.such }}', headline: '{{', lead: '{{ customer', button: '}}' } } })
      assert.deepEqual({ ...broken }, { ...plain })
      const evil = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
      const { html, subject } = email(kind, { [kind]: { words: { subject: evil, headline: evil, lead: evil, button: evil } } })
      assert.doesNotMatch(html, /<script|<img src=x/)
      assert.equal(subject, evil)
    })

    test('says whether it is sent', () => {
      assert.equal(email(kind).off, false)
      assert.equal(email(kind, { [kind]: { off: true } }).off, true)
    })
  })
