import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headOf } from './head.server.ts'

const picture = { url: '/media/mug~mv2.webp', width: 800, height: 1000, alt: 'A mug', focus: { x: 0.5, y: 0.2 } }
const origin = 'https://shop.example'

test('a page names itself to search engines and to whoever shows a link to it', () => {
  const head = headOf({
    title: 'Mug · Morrow',
    name: 'Mug',
    description: 'For tea.',
    address: `${origin}/products/mug`,
    shopName: 'Morrow',
    type: 'product',
    picture,
  })
  assert.deepEqual(head, [
    { title: 'Mug · Morrow' },
    { name: 'description', content: 'For tea.' },
    { tagName: 'link', rel: 'canonical', href: 'https://shop.example/products/mug' },
    { property: 'og:type', content: 'product' },
    { property: 'og:title', content: 'Mug' },
    { property: 'og:description', content: 'For tea.' },
    { property: 'og:url', content: 'https://shop.example/products/mug' },
    { property: 'og:site_name', content: 'Morrow' },
    { property: 'og:image', content: 'https://shop.example/media/mug~mv2.webp/fill/w_1200,h_630,fp_0.5_0.2,enc_jpg' },
    { property: 'og:image:alt', content: 'A mug' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ])
})

test('what a page does not have is not said of it', () => {
  const head = headOf({ title: 'Imprint', address: `${origin}/imprint`, shopName: 'Morrow' })
  assert.deepEqual(
    head.flatMap((one) => ('property' in one ? one.property : [])),
    ['og:type', 'og:title', 'og:url', 'og:site_name'],
  )
  assert.deepEqual(head.at(-1), { name: 'twitter:card', content: 'summary' })
})
