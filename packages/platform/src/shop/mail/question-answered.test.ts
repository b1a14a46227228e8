import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionAnswered } from './question-answered.ts'

const facts = {
  shop: { name: 'Morrow', url: 'https://morrow.example', locale: 'en', timeZone: 'Europe/Berlin', address: [] },
  product: 'Morning Mug',
  question: 'Does it fit\nunder a <machine>?',
  answer: 'It is 10.6 cm tall.\n\nMost machines leave 11.',
  url: 'https://morrow.example/products/morning-mug#questions',
  askedAt: new Date('2026-10-14T09:00:00Z'),
}

test('an email about an answer says what was asked, who answers and what, as HTML and as plain text', () => {
  const { subject, html, text } = questionAnswered(facts)
  assert.equal(subject, 'Your question about Morning Mug is answered')
  for (const body of [html, text]) {
    assert.match(body, /It is 10\.6 cm tall\./)
    assert.match(body, /Most machines leave 11\./)
    assert.match(body, /morning-mug#questions/)
    assert.match(body, /October 14/)
  }
  assert.match(html, /Does it fit under a &lt;machine&gt;\?/)
  assert.match(text.replaceAll(/\s+/g, ' '), /“Does it fit under a <machine>\?” Morrow answers:/)
})

test('of a buyer it says the name, or that they bought it', () => {
  const says = (buyer: string) => questionAnswered({ ...facts, buyer }).text.replaceAll(/\s+/g, ' ')
  assert.match(says('Hanna K.'), /Hanna K\. answers:/)
  assert.match(says(''), /Somebody who bought it answers:/)
})
