import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { knownScripts } from './scripts.ts'

const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('scripts that are the same each time are named by their digest, and lose their nonce', () => {
  const page =
    '<link nonce="word" rel="preload"/><script nonce="word">one("ä")</script><script nonce="word" type="module" async="">two > 1</script>'
  const { text, scripts } = knownScripts(page, 'word', ['mark'])
  assert.equal(text, '<link rel="preload"/><script>one("ä")</script><script type="module" async="">two > 1</script>')
  assert.deepEqual(scripts, [digestOf('one("ä")'), digestOf('two > 1')])
})

test('a script that is another for each visitor keeps its nonce', () => {
  const page = '<script type="module" nonce="word">same</script><script nonce="word">bag(mark)</script>'
  const { text, scripts } = knownScripts(page, 'word', ['mark'])
  assert.equal(text, '<script type="module">same</script><script nonce="word">bag(mark)</script>')
  assert.deepEqual(scripts, [digestOf('same')])
})

test('what came into the page without the nonce is not named, nor is a script that stands elsewhere', () => {
  const page = '<p><script>smuggled</script></p><script nonce="other">too</script><script nonce="word" src="/assets/a.js"></script>'
  const { text, scripts } = knownScripts(page, 'word', [])
  assert.equal(text, page.replace(' nonce="word"', ''))
  assert.deepEqual(scripts, [])
})
