import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SeoSchema } from '@vitrine/contract'
import { seoOf } from './seo.server.ts'

const tag = (one: Partial<SeoSchema['tags'][number]> & { type: string }) => ({ children: '', custom: false, disabled: false, ...one })

test('a product says its title and description for search engines, unless the tag is off or empty', () => {
  const tags = [
    tag({ type: 'title', children: 'A mug for the morning' }),
    tag({ type: 'meta', props: { name: 'keywords', content: 'mug' } }),
    tag({ type: 'meta', props: { name: 'description', content: 'Thrown by hand.' } }),
  ]
  assert.deepEqual(seoOf({ seoData: { tags } }), { title: 'A mug for the morning', description: 'Thrown by hand.' })
  assert.deepEqual(seoOf({ seoData: { tags: tags.map((one) => ({ ...one, disabled: true })) } }), {})
  assert.deepEqual(seoOf({ seoData: { tags: [tag({ type: 'title', children: ' ' }), tag({ type: 'meta' })] } }), {})
  assert.deepEqual(seoOf({}), {})
})
