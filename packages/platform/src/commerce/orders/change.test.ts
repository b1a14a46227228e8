import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderUpdate } from '@vitrine/contract'
import { changed, tagged } from './change.ts'
import type { OrderDocument, StoredOrder } from './stored-order.ts'

const address = { country: 'DE', countryFullname: 'Germany', city: 'Berlin', postalCode: '10115', addressLine: 'Testweg 2' }
const contactDetails = { firstName: 'Ada', lastName: 'Lovelace' }
const document = {
  buyerInfo: { visitorId: 'v', contactId: 'c', email: 'ada@example.com' },
  billingInfo: { address, contactDetails },
  recipientInfo: { address, contactDetails },
  shippingInfo: {
    code: 'standard',
    title: 'Parcel',
    logistics: { shippingDestination: { address, contactDetails }, instructions: 'Ring' },
  },
  buyerNote: 'A gift',
  archived: false,
  seenByAHuman: true,
  channelInfo: { type: 'WEB', externalOrderId: 'x-1', externalOrderUrl: 'https://x.example/1' },
  tags: { tags: { tagIds: ['public'] }, privateTags: { tagIds: ['private'] } },
} as unknown as OrderDocument
const order = { email: 'ada@example.com', document } as StoredOrder
const change = (sent: OrderUpdate, of = order) => changed(of, sent, 'en')
const told = (sent: OrderUpdate, of = order) => change(sent, of).activities.map(({ type }) => type)

describe('an order that is changed', () => {
  test('keeps all that nothing was sent of, and is not changed itself', () => {
    const before = structuredClone(order)
    assert.deepEqual(change({}), { email: 'ada@example.com', document, activities: [] })
    change({ buyerNote: 'Another', buyerInfo: null, recipientInfo: null, tags: null, channelInfo: null })
    assert.deepEqual(order, before)
  })

  test('loses what null or an empty text was sent for', () => {
    const { document: after } = change({ buyerNote: null, billingInfo: null, archived: null, seenByAHuman: null })
    assert.deepEqual(['buyerNote' in after, 'billingInfo' in after, after.archived, after.seenByAHuman], [false, false, false, false])
    assert.equal('buyerNote' in change({ buyerNote: '' }).document, false)
  })

  test('has the note, the marks and the channel that were sent', () => {
    const { document: after } = change({ buyerNote: 'Ring twice', archived: true, channelInfo: { externalOrderId: 'x-2' } })
    assert.deepEqual([after.buyerNote, after.archived], ['Ring twice', true])
    assert.deepEqual(after.channelInfo, { type: 'WEB', externalOrderId: 'x-2', externalOrderUrl: 'https://x.example/1' })
    assert.deepEqual(change({ channelInfo: null }).document.channelInfo, { type: 'WEB' })
  })
})

describe('the email of the buyer', () => {
  test('is changed and told of; the same one is not', () => {
    const after = change({ buyerInfo: { email: 'grace@example.com' } })
    assert.deepEqual(
      [after.email, after.document.buyerInfo],
      ['grace@example.com', { visitorId: 'v', contactId: 'c', email: 'grace@example.com' }],
    )
    assert.deepEqual(told({ buyerInfo: { email: 'grace@example.com' } }), ['EMAIL_EDITED'])
    assert.deepEqual(told({ buyerInfo: { email: 'ada@example.com' } }), [])
    assert.deepEqual(told({ buyerInfo: { contactId: 'other' } }), [])
  })

  test('is cleared with or without the contact; who bought it is kept', () => {
    assert.deepEqual(change({ buyerInfo: { email: null } }).document.buyerInfo, { visitorId: 'v', contactId: 'c' })
    const cleared = change({ buyerInfo: null })
    assert.deepEqual([cleared.email, cleared.document.buyerInfo], ['', { visitorId: 'v' }])
    assert.deepEqual(change({ buyerInfo: { contactId: null } }).document.buyerInfo, { visitorId: 'v', email: 'ada@example.com' })
  })
})

describe('the address of the delivery', () => {
  const moved = { address: { ...address, addressLine: 'Other street 3' } }
  const to = (shippingDestination: object | null) => ({ shippingInfo: { logistics: { shippingDestination } } }) as OrderUpdate

  test('is told of where it changed, once for both places that it stands in', () => {
    assert.deepEqual(told({ recipientInfo: moved }), ['SHIPPING_ADDRESS_EDITED'])
    assert.deepEqual(told(to(moved)), ['SHIPPING_ADDRESS_EDITED'])
    assert.deepEqual(told({ recipientInfo: moved, ...to(moved) }), ['SHIPPING_ADDRESS_EDITED'])
    assert.deepEqual(told({ billingInfo: moved }), [])
  })

  test('is not told of where the same one is sent again, in whichever order its fields are', () => {
    const { country, city, postalCode, addressLine } = address
    const again = { contactDetails: { lastName: 'Lovelace', firstName: 'Ada' }, address: { addressLine, postalCode, country, city } }
    assert.deepEqual(told({ recipientInfo: again, ...to(again) }), [])
  })

  test('keeps the way of delivery, and its times and instructions where they are not sent', () => {
    const after = change(to(moved)).document.shippingInfo
    assert.deepEqual([after?.title, after?.logistics?.instructions], ['Parcel', 'Ring'])
    assert.equal(after?.logistics?.shippingDestination?.address?.addressLine, 'Other street 3')
    assert.deepEqual(after?.logistics?.shippingDestination?.contactDetails, contactDetails)
    const cleared = change({ shippingInfo: { logistics: { instructions: null, deliveryTime: 'Monday' } } }).document.shippingInfo?.logistics
    assert.deepEqual(['instructions' in cleared!, cleared?.deliveryTime], [false, 'Monday'])
  })

  test('makes no delivery of an order that has none', () => {
    const { shippingInfo: _, ...none } = document
    assert.equal('shippingInfo' in change(to(moved), { ...order, document: none }).document, false)
  })
})

describe('tags', () => {
  const ids = ({ tags }: OrderDocument) => [tags?.tags?.tagIds, tags?.privateTags?.tagIds]

  test('that are sent take the place of those of their kind, each once; null clears all', () => {
    assert.deepEqual(ids(change({ tags: { tags: { tagIds: ['a', 'a', 'b'] } } }).document), [['a', 'b'], ['private']])
    assert.deepEqual(ids(change({ tags: { privateTags: { tagIds: [] } } }).document), [['public'], []])
    assert.deepEqual(ids(change({ tags: null }).document), [[], []])
  })

  test('are given and taken away one by one; what is both is taken away', () => {
    const after = tagged(
      document,
      { tags: { tagIds: ['a', 'public', 'b'] } },
      { tags: { tagIds: ['b'] }, privateTags: { tagIds: ['private'] } },
    )
    assert.deepEqual(after, { tags: { tagIds: ['public', 'a'] }, privateTags: { tagIds: [] } })
    assert.deepEqual(tagged({} as OrderDocument, undefined, null), { tags: { tagIds: [] }, privateTags: { tagIds: [] } })
  })
})
