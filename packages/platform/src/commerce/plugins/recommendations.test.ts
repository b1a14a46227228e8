import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storesApp } from '../selling/apps.ts'
import { recommendationsOf } from './recommendations.ts'

const plugin = { id: 'p', type: 'RECOMMENDATIONS', name: 'Taste', baseUrl: 'https://taste.example', active: true } as const
const [mug, pot] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002']
const algorithm = '019a0000-0000-7000-8000-00000000000a'
const asked = { site: 's', providerId: 'p', currency: 'EUR', language: 'en', algorithmIds: [algorithm], productIds: [mug] }
const { signal } = new AbortController()
const item = (catalogItemId: unknown, appId: unknown = storesApp) => ({ catalogItemId, appId })

const listsOf = async (answer: unknown) => (await recommendationsOf(plugin, async () => answer).recommend(asked, signal)).lists

test('is asked for its algorithms and with the products; without products there are no items', async () => {
  const requests: unknown[] = []
  const service = recommendationsOf(plugin, async (_plugin, _asked, request) => {
    requests.push(request)
    return { recommendationPerAlgorithm: [] }
  })
  await service.recommend(asked, signal)
  await service.recommend({ ...asked, productIds: [] }, signal)
  assert.deepEqual(requests, [{ items: [item(mug)], algorithmIds: [algorithm] }, { algorithmIds: [algorithm] }])
})

test('products of the catalogue count, each once; those of other catalogues and algorithms that nobody asked for do not', async () => {
  const recommendedItems = [item(pot.toUpperCase()), item(pot), item('pot'), item(mug, 'another-app'), null, 'pot', item(7)]
  const other = { algorithmId: mug, recommendedItems: [item(pot)] }
  const answer = { recommendationPerAlgorithm: [other, { algorithmId: algorithm.toUpperCase(), recommendedItems }] }
  assert.deepEqual(await listsOf(answer), { [algorithm]: [pot] })
  assert.deepEqual(await listsOf({ recommendationPerAlgorithm: [{ algorithmId: algorithm }] }), { [algorithm]: [] })
})

test('what is no list of lists cannot be used', async () => {
  for (const nonsense of [undefined, {}, [], { recommendationPerAlgorithm: {} }, { recommendationPerAlgorithm: [null] }])
    await assert.rejects(listsOf(nonsense), { code: 'UNUSABLE_ANSWER' })
})
