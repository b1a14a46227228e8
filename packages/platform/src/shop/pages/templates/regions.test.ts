import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PageField } from '@vitrine/contract'
import { checkedDocument, spansOf } from '../document-rules.ts'
import { reservedSlugs } from '../reserved-slugs.ts'
import { regionOf, templatesOf } from './regions.ts'

describe('templates of pages', () => {
  test('are by the law of where the shop stands', () => {
    assert.deepEqual(['DE', 'NO', 'US', 'JP'].map(regionOf), ['EU', 'EU', 'US', 'US'])
  })

  for (const region of ['EU', 'US'] as const)
    test(`of ${region} are documents as pages have them, one of each kind, at addresses that are free`, () => {
      const templates = templatesOf(region)
      assert.equal(new Set(templates.map(({ kind }) => kind)).size, templates.length)
      assert.equal(new Set(templates.map(({ slug }) => slug)).size, templates.length)
      for (const { slug, content } of templates) {
        assert.ok(!reservedSlugs.has(slug), slug)
        assert.deepEqual(checkedDocument(content), content)
        for (const { field } of content.flatMap(spansOf)) if (field) assert.ok(PageField.options.includes(field), `${slug}: ${field}`)
      }
    })

  test('of the EU have what its law asks for: imprint, privacy, terms, and withdrawal with its form', () => {
    const kinds = templatesOf('EU').map(({ kind }) => kind)
    for (const kind of ['IMPRINT', 'PRIVACY', 'TERMS', 'WITHDRAWAL'] as const) assert.ok(kinds.includes(kind), kind)
    const withdrawal = templatesOf('EU').find(({ kind }) => kind === 'WITHDRAWAL')!
    assert.match(JSON.stringify(withdrawal.content), /Model withdrawal form/)
    assert.equal(withdrawal.inCheckout, true)
  })
})
