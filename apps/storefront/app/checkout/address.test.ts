import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkEmail, checkWritten, readWritten } from './address.ts'
import { type Asks, readAnswers, unanswered, writeAnswers } from './asks.ts'
import { addressLines, askedFields, type CheckoutView, stepOf } from './checkout.ts'
import { taxIdKind } from './countries.ts'
import { wayIn } from './way.ts'

const filled = {
  email: 'hanna@example.com',
  way: 'door',
  country: 'DE',
  firstName: ' Hanna ',
  lastName: 'Keller',
  street: 'Kastanienallee  24',
  postcode: '10435',
  town: 'Berlin',
  same: 'on',
}

const form = (fields: Readonly<Record<string, string>>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('an e-mail is looked at as people mistype it', () => {
  assert.equal(checkEmail('hanna@example.com'), undefined)
  assert.equal(checkEmail(' hanna.k+shop@mail.example.co.uk '), undefined)
  assert.equal(checkEmail('hanna@example'), 'The part after the dot is missing, like .com or .de.')
  assert.equal(checkEmail('hanna@example.'), 'The part after the dot is missing, like .com or .de.')
  assert.equal(checkEmail('hanna.example.com'), 'There is no @ in it.')
  assert.equal(checkEmail('@example.com'), 'The part before the @ is missing.')
  assert.equal(checkEmail(''), 'Without it we cannot write to you.')
  assert.equal(checkEmail('han na@example.com'), 'There is a space in it.')
})

test('a whole form has nothing wrong, and loses its spare spaces', () => {
  const written = readWritten(form(filled))
  assert.deepEqual(checkWritten(written, { withEmail: true }), {})
  assert.equal(written.to.firstName, 'Hanna')
  assert.equal(written.to.street, 'Kastanienallee 24')
})

test('what is wrong comes in the order of the form', () => {
  const { town: _, firstName: __, ...less } = filled
  assert.deepEqual(Object.keys(checkWritten(readWritten(form({ ...less, email: 'hanna' })), { withEmail: true })), [
    'email',
    'firstName',
    'town',
  ])
})

test('an invoice that goes elsewhere needs an address of its own', () => {
  const { same: _, ...apart } = filled
  const wrong = checkWritten(readWritten(form({ ...apart, 'bill.country': 'AT', 'bill.postcode': '10435' })), { withEmail: true })
  assert.equal(wrong['bill.postcode'], 'An Austrian postcode has four figures; this one has five.')
  assert.equal(wrong['bill.street'], 'Street and number are missing.')
  assert.equal(wrong['street'], undefined)
})

test('who collects gives a name and a place, and no address', () => {
  const empty = readWritten(form({ way: 'collect', email: 'hanna@example.com', country: 'DE' }))
  assert.deepEqual(Object.keys(checkWritten(empty, { withEmail: true })), ['place', 'collect.firstName', 'collect.lastName'])
  const named = { way: 'collect', place: 'x:studio', 'collect.firstName': 'Hanna', 'collect.lastName': 'Keller' }
  assert.deepEqual(checkWritten(readWritten(form(named)), { withEmail: false }), {})
})

test('a state that is none of the country’s is not taken', () => {
  assert.equal(readWritten(form({ ...filled, country: 'US', state: 'DE-BE' })).to.state, '')
  assert.equal(readWritten(form({ ...filled, country: 'US', state: 'US-CA' })).to.state, 'US-CA')
})

test('a way with hours is sent with the hour of the chosen day, whatever stands chosen for others', () => {
  const hours = {
    place: 'own:studio',
    'day.own:studio': '2026-11-24',
    'hour.own:studio.2026-11-23': 'studio@20261123T0900Z',
    'hour.own:studio.2026-11-24': 'studio@20261124T1600Z',
  }
  assert.equal(wayIn(form(hours), 'place'), 'own:studio@20261124T1600Z')
  assert.equal(wayIn(form({ ...hours, place: 'own:kiosk' }), 'place'), 'own:kiosk')
})

test('a tax number of the Union is sent with its country in front, one of Brazil as it was written', () => {
  assert.equal(readWritten(form({ ...filled, taxId: '136 695 976' })).to.taxId, 'DE136695976')
  assert.equal(readWritten(form({ ...filled, taxId: 'nl 004495445b01' })).to.taxId, 'NL004495445B01')
  assert.equal(readWritten(form({ ...filled, country: 'GR', taxId: '094259216' })).to.taxId, 'EL094259216')
  assert.equal(readWritten(form({ ...filled, country: 'AT', taxId: 'U13585627' })).to.taxId, 'ATU13585627')
  assert.equal(readWritten(form({ ...filled, country: 'BR', taxId: '529.982.247-25' })).to.taxId, '529.982.247-25')
  assert.deepEqual(
    ['529.982.247-25', '11.222.333/0001-81'].map((id) => taxIdKind('BR', id)),
    ['CPF', 'CNPJ'],
  )
})

const door = { value: 'dhl:standard', title: 'Standard', price: '4.90' }
const place = { value: 'own:studio', title: 'Studio', price: '0', at: 'Berlin' }
const view = (more: Partial<CheckoutView> = {}): CheckoutView => {
  const { to, bill } = readWritten(form(filled))
  return {
    id: 'c',
    answers: {},
    settled: { code: false, card: false, agreement: false },
    files: false,
    currency: 'EUR',
    email: 'hanna@example.com',
    to,
    bill,
    same: true,
    goods: true,
    lines: [],
    doors: [door],
    places: [place],
    chosen: door.value,
    sums: { subtotal: '0', discount: '0', delivery: '0', tax: '0', total: '0' },
    taxIncluded: true,
    due: '0',
    reasons: [],
    memberships: [],
    note: '',
    ...more,
  }
}

const asks: Asks = {
  currency: 'EUR',
  policies: [],
  savedCards: false,
  giftCardsAccepted: true,
  couponsAccepted: true,
  billingFields: 'All_FIELDS',
  fields: { company: 'OPTIONAL', vatId: 'OPTIONAL', addressLine2: 'OPTIONAL', phone: 'OPTIONAL' },
  questions: [],
}

test('what a shop wants beside the usual is asked for in the address step, and only where an address is', () => {
  const wants: Asks = {
    ...asks,
    fields: { ...asks.fields, phone: 'REQUIRED', company: 'REQUIRED' },
    questions: [
      { title: 'What for?', type: 'CHOICE', required: true, choices: ['A birthday'] },
      { title: 'A word', type: 'TEXT', required: false, choices: [] },
      { title: 'Wrapped', type: 'CHECKBOX', required: true, choices: [] },
    ],
  }
  const written = readWritten(form(filled))
  assert.deepEqual(unanswered(written, {}, wants), {
    company: 'Which company is it for?',
    phone: 'The phone is missing.',
    'ask.0': 'This needs an answer.',
    'ask.2': 'Tick this to go on.',
  })
  assert.deepEqual(Object.keys(unanswered({ ...written, way: 'collect' }, {}, wants)), ['ask.0', 'ask.2'])
  const elsewhere = { ...written, same: false, bill: { ...written.bill, company: 'Engines Ltd' } }
  assert.deepEqual(Object.keys(unanswered(elsewhere, {}, wants)), ['phone', 'ask.0', 'ask.2'], 'the company of the invoice is enough')
  const answers = readAnswers(form({ 'ask.0': 'A birthday', 'ask.1': ' Many more ', 'ask.2': 'yes' }), wants)
  assert.deepEqual(writeAnswers(wants, answers), [
    { title: 'What for?', value: 'A birthday' },
    { title: 'A word', value: 'Many more' },
    { title: 'Wrapped', value: true },
  ])
  assert.equal(readAnswers(form({ 'ask.0': 'A wedding' }), wants)['What for?'], '', 'what is no choice is no answer')
  assert.equal(stepOf(view(), 'payment', wants), 'address')
  assert.equal(stepOf(view({ to: { ...view().to, phone: '+49 30 1', company: 'Engines Ltd' }, answers }), 'payment', wants), 'payment')
})

test('an invoice for what is not sent may ask for no more than its tax needs', () => {
  const few: Asks = { ...asks, billingFields: 'MINIMUM_REQUIRED_FIELDS' }
  const nowhere = { ...view().to, street: '', town: '' }
  assert.equal(stepOf(view({ goods: false, to: nowhere }), 'payment', few), 'payment')
  assert.equal(stepOf(view({ goods: true, to: nowhere }), 'payment', few), 'address')
  assert.equal(stepOf(view({ goods: false, to: nowhere }), 'payment', asks), 'address')
  const written = { ...readWritten(form(filled)), to: nowhere }
  assert.deepEqual(checkWritten(written, { withEmail: true, ...askedFields({ goods: false }, few) }), {})
  assert.deepEqual(Object.keys(checkWritten(written, { withEmail: true, ...askedFields({ goods: true }, few) })), ['street', 'town'])
})

test('the first question without an answer is asked, an answered one when it is asked for', () => {
  assert.equal(stepOf(view({ email: '' }), 'payment', asks), 'contact')
  assert.equal(stepOf(view({ to: { ...view().to, street: '' } }), 'payment', asks), 'address')
  assert.equal(stepOf(view({ chosen: undefined }), 'payment', asks), 'delivery')
  assert.equal(stepOf(view(), null, asks), 'payment')
  assert.equal(stepOf(view(), 'delivery', asks), 'delivery')
  assert.equal(stepOf(view(), 'address', asks), 'address')
  assert.equal(
    stepOf(view({ to: { ...view().to, street: '' }, chosen: place.value }), null, asks),
    'payment',
    'to collect it needs no street',
  )
  assert.equal(stepOf(view({ goods: false, chosen: undefined }), 'delivery', asks), 'payment')
})

test('an address is written as its country does', () => {
  const { to } = readWritten(form({ ...filled, more: 'side wing' }))
  assert.deepEqual(addressLines(to, 'Germany'), ['Hanna Keller', 'Kastanienallee 24, side wing', '10435 Berlin, Germany'])
  const american = { ...to, country: 'US', town: 'San Francisco', state: 'US-CA', postcode: '94107', more: '' }
  assert.deepEqual(addressLines(american, 'United States')[2], 'San Francisco, CA 94107, United States')
})
