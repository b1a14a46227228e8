import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MerchantCollection, Page, Product } from '@vitrine/contract'
import { type FoundPage, foundCollection, foundProduct, foundTextPage, reportOf } from './search-report.ts'

const tag = { children: '', custom: false, disabled: false }
const image = (altText: string) => ({ mediaType: 'image', image: { altText } })

test('a product is found under its own title and description, or under its name and what is said of it', () => {
  const mug = {
    id: 'a',
    slug: 'mug',
    name: 'Mug',
    description: '<p>Thrown&nbsp;by <b>hand</b>.</p>',
    media: { items: [image('A mug'), image(' '), { mediaType: 'video' }] },
  } as unknown as Product
  assert.deepEqual(foundProduct(mug, 'Morrow'), {
    path: '/products/mug',
    to: '/products/a',
    title: 'Mug · Morrow',
    description: 'Thrown by hand .',
    pictures: 2,
    unsaid: 1,
  })
  const tags = [
    { ...tag, type: 'title', children: 'A mug' },
    { ...tag, type: 'meta', props: { name: 'description', content: 'For coffee.' } },
  ]
  const { title, description } = foundProduct({ ...mug, seoData: { tags } }, 'Morrow')
  assert.deepEqual([title, description], ['A mug', 'For coffee.'])
})

test('collections and pages are found by what they say', () => {
  const cups = { id: 'b', slug: 'cups', name: 'Cups', description: ' ', image: '/cups.webp' } as MerchantCollection
  assert.deepEqual(foundCollection(cups, 'Morrow'), {
    path: '/collections/cups',
    to: '/collections/b',
    title: 'Cups · Morrow',
    description: '',
    pictures: 1,
    unsaid: 1,
  })
  const about = { id: 'c', slug: 'about', title: 'About us', seo: { description: 'Who we are.' } } as Page
  const { title, description } = foundTextPage(about, 'Morrow')
  assert.deepEqual([title, description], ['About us · Morrow', 'Who we are.'])
})

test('what is cut off, not described and not seen is counted, the longest title first', () => {
  const page = (path: string, one: Partial<FoundPage> = {}): FoundPage => ({
    path,
    to: path,
    title: 'Mug',
    description: 'Said.',
    pictures: 2,
    unsaid: 0,
    ...one,
  })
  const report = reportOf([
    page('/a', { title: 'a'.repeat(61) }),
    page('/b', { title: 'b'.repeat(70), unsaid: 2 }),
    page('/c', { description: '' }),
    page('/d', { title: 'd'.repeat(60) }),
  ])
  const paths = (of: readonly FoundPage[]) => of.map(({ path }) => path)
  assert.deepEqual([report.pages, paths(report.long), paths(report.undescribed), paths(report.unsaid)], [4, ['/b', '/a'], ['/c'], ['/b']])
  assert.deepEqual([report.pictures, report.unsaidPictures], [8, 2])
})
