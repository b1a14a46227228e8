import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MemberInput } from '@vitrine/contract'
import { Refusal } from '../../kernel/refusal.ts'
import type { MemberFieldSettings } from '../../kernel/settings/member-fields.ts'
import { patched } from './patch.ts'
import type { MemberDocument } from './store.ts'

const fields: readonly MemberFieldSettings[] = [
  { key: 'size', name: 'Size', type: 'NUMBER' },
  { key: 'news', name: 'News', type: 'CHECKBOX' },
  { key: 'since', name: 'Since', type: 'DATE' },
  { key: 'site', name: 'Site', type: 'URL' },
  { key: 'note', name: 'Note', type: 'TEXT' },
]

const before: MemberDocument = {
  contact: {
    firstName: 'Ada',
    company: 'Engines',
    phones: ['+44 1'],
    emails: ['ada@example.com'],
    addresses: [
      { id: 'a1', city: 'London' },
      { id: 'a2', city: 'Paris' },
    ],
    customFields: { size: { name: 'Size', value: 7 } },
  },
  profile: { nickname: 'Ada', title: 'Countess' },
  defaultAddressId: 'a1',
  language: 'en',
}

const patch = (sent: Pick<MemberInput, 'contact' | 'profile'>) => patched(before, sent, fields)
const after = (sent: Pick<MemberInput, 'contact' | 'profile'>): MemberDocument => {
  const document = patch(sent)
  assert.ok(!(document instanceof Refusal), 'it was refused')
  return document
}

describe('what a member says of themselves', () => {
  test('stays as it is where nothing is sent', () => {
    assert.deepEqual(after({}), before)
    assert.deepEqual(after({ contact: {}, profile: {} }), before)
  })

  test('is written field by field, without blanks around it; null and nothing but blanks clear a field', () => {
    const { contact, profile } = after({ contact: { firstName: ' Augusta ', company: null }, profile: { nickname: ' ', title: 'Lady' } })
    assert.deepEqual([contact.firstName, 'company' in contact, profile], ['Augusta', false, { title: 'Lady' }])
    assert.deepEqual(contact.addresses, before.contact.addresses)
  })

  test('null for all of it clears all of it, but never the email addresses', () => {
    assert.deepEqual(after({ contact: null, profile: null }), {
      contact: { phones: [], emails: ['ada@example.com'], addresses: [] },
      profile: {},
      language: 'en',
    })
  })

  test('phone numbers are replaced as a list, each once and none empty', () => {
    assert.deepEqual(after({ contact: { phones: [' 1', '2', '1 ', ' '] } }).contact.phones, ['1', '2'])
    assert.deepEqual(after({ contact: { phones: null } }).contact.phones, [])
  })

  test('pictures are replaced or taken away, with what is not said of them as nothing', () => {
    const photo = after({ profile: { photo: { url: 'p.png', offsetX: 0 } } }).profile.photo
    assert.deepEqual(photo, { id: '', url: 'p.png', height: 0, width: 0, offsetX: 0 })
    assert.equal('photo' in after({ profile: { photo: null } }).profile, false)
  })
})

describe('addresses of a member', () => {
  const addresses = (...sent: object[]) => after({ contact: { addresses: sent } })

  test('keep their ids, each once; a new one, or one with an id that is not theirs, gets one', () => {
    const { contact } = addresses({ id: 'a2', city: 'Rome' }, { city: 'Bonn' }, { id: 'a2', city: 'Oslo' }, { id: 'foreign', city: 'Bern' })
    const ids = contact.addresses.map(({ id }) => id)
    assert.equal(ids[0], 'a2')
    assert.equal(new Set(ids).size, 4)
    assert.equal(ids.includes('foreign'), false)
    assert.deepEqual(
      contact.addresses.map(({ city }) => city),
      ['Rome', 'Bonn', 'Oslo', 'Bern'],
    )
  })

  test('the default address is none once it is gone', () => {
    assert.equal(addresses({ id: 'a1' }).defaultAddressId, 'a1')
    assert.equal('defaultAddressId' in addresses({ id: 'a2' }), false)
  })

  test('hold nothing empty, and a street with both of its parts', () => {
    assert.deepEqual(
      addresses({ id: 'a1', city: 'Bonn', country: '', postalCode: null, streetAddress: { name: 'Markt' } }).contact.addresses,
      [{ id: 'a1', city: 'Bonn', streetAddress: { number: '', name: 'Markt' } }],
    )
  })
})

describe('the shop’s own fields of a member', () => {
  const custom = (key: string, value: unknown) => patch({ contact: { customFields: { [key]: { value } } } })
  const saved = (key: string, value: unknown) => {
    const document = custom(key, value)
    return document instanceof Refusal ? 'refused' : document.contact.customFields?.[key]?.value
  }

  test('take what their type allows', () => {
    const good = [
      ['size', 0],
      ['news', false],
      ['since', '2026-11-21'],
      ['site', 'http://example.com/x'],
      ['note', 'x'.repeat(1000)],
    ] as const
    for (const [key, value] of good) assert.equal(saved(key, value), value, key)
    const bad = [
      ['size', '7'],
      ['size', Number.NaN],
      ['news', 'yes'],
      ['since', '21.11.2026'],
      ['since', '2026-02-30'],
      ['since', 20261121],
      ['site', 'javascript:alert(1)'],
      ['site', 'example'],
      ['site', `https://example.com/${'x'.repeat(1000)}`],
      ['note', 'x'.repeat(1001)],
      ['note', 7],
      ['note', 'a\0b'],
      ['note', '\ud800'],
    ] as const
    for (const [key, value] of bad) assert.equal(saved(key, value), 'refused', `${key} ${String(value).slice(0, 30)}`)
  })

  test('say which of them is wrong, and then nothing is changed', () => {
    const refused = custom('site', 'example')
    assert.ok(refused instanceof Refusal)
    const { field, ruleName } = refused.data.fieldViolations[0]!
    assert.deepEqual([field, ruleName], ['member.contact.customFields.site.value', 'INVALID_CUSTOM_FIELD_URL'])
    const number = custom('size', 'x') as Refusal<'INVALID_ARGUMENT'>
    assert.equal('ruleName' in number.data.fieldViolations[0]!, false)
  })

  test('are cleared by nothing, and one that the shop does not have is left out', () => {
    for (const value of [null, '', undefined])
      assert.equal('customFields' in after({ contact: { customFields: { size: { value } } } }).contact, false)
    assert.deepEqual(after({ contact: { customFields: { colour: { value: 'red' } } } }).contact.customFields, before.contact.customFields)
    assert.equal('customFields' in after({ contact: { customFields: null } }).contact, false)
  })
})
