import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, createClient } from '@vitrine/client'
import { contract, type Operation } from '@vitrine/contract'
import * as account from '../src/account.ts'
import * as backOffice from '../src/back-office.ts'
import * as catalogueV3 from '../src/catalogue-v3.ts'
import * as modules from '../src/modules.ts'
import { recording } from './recording.ts'

const named: { route: string; traits: readonly string[] }[] = []
const api = ((route: string, ...traits: string[]) => named.push({ route, traits })) as unknown as Api
for (const module of Object.values({ ...modules, ...account, ...backOffice, ...catalogueV3 })) module(api)

test('the client names every operation of the contract exactly once', () => {
  assert.deepEqual(named.map(({ route }) => route).sort(), Object.keys(contract).sort())
})

test('the client knows of each operation what the contract says: its POST twin, or that it only reads', () => {
  for (const { route, traits } of named) {
    const { twin, reads } = contract[route as keyof typeof contract] as Operation
    assert.deepEqual(traits, twin ? [twin] : reads ? ['reads'] : [], route)
  }
})

test('by itself a client has every module, with `modules` only those', () => {
  const { fetch } = recording()
  assert.deepEqual(Object.keys(createClient({ baseUrl: '', fetch })).sort(), [...Object.keys(modules), 'auth'].sort())
  assert.deepEqual(Object.keys(createClient({ baseUrl: '', fetch, modules: { shop: modules.shop } })), ['shop', 'auth'])
})
