import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { faultsIn } from './faults.ts'
import { readSource } from './read-source.ts'

type Planted = Readonly<Record<string, string>>

const faultsOf = (files: Planted) => faultsIn(Object.entries(files).map(([file, text]) => readSource(file, text)))

/** Files with a fault, and the sentence that says so. */
const planted: Readonly<Record<string, readonly [Planted, RegExp]>> = {
  'a slice imports another one': [
    { 'packages/platform/src/commerce/cart/store.ts': "import { findOrder } from '../orders/store.ts'" },
    /no slice imports another one \(commerce\/orders\)/,
  ],
  'a slice imports a type of another one': [
    { 'packages/platform/src/commerce/cart/store.ts': "import type { StoredOrder } from '../orders/store.ts'" },
    /no slice imports another one/,
  ],
  'the import has a comment behind a name': [
    { 'packages/platform/src/commerce/cart/store.ts': "import {\n  findOrder, // the newest\n} from '../orders/store.ts'" },
    /no slice imports another one/,
  ],
  'the import is a type in a declaration': [
    { 'packages/platform/src/commerce/cart/store.ts': "export type Order = import('../orders/store.ts').StoredOrder" },
    /no slice imports another one/,
  ],
  'a slice imports another one when it runs': [
    { 'packages/platform/src/commerce/cart/store.ts': "export const orders = () => import('../orders/store.ts')" },
    /no slice imports another one/,
  ],
  'the address is a template': [
    { 'packages/platform/src/commerce/cart/store.ts': 'export const orders = () => import(`../orders/store.ts`)' },
    /no slice imports another one/,
  ],
  'the address is computed': [
    { 'packages/platform/src/commerce/cart/store.ts': 'export const part = (name: string) => import(`../${name}/store.ts`)' },
    /is only known when it runs/,
  ],
  'the kernel imports a slice': [
    { 'packages/platform/src/kernel/http/serve.ts': "export { findOrder } from '../../commerce/orders/store.ts'" },
    /the kernel imports no slice \(commerce\/orders\)/,
  ],
  'what several slices stand on imports a slice': [
    { 'packages/platform/src/commerce/selling/line.ts': "import { findOrder } from '../orders/store.ts'" },
    /no slice imports another one/,
  ],
  'a slice imports a flow': [
    { 'packages/platform/src/commerce/cart/store.ts': "import { placeOrder } from '../flows/place-order.ts'" },
    /no slice imports another one \(commerce\/flows\)/,
  ],
  'an area imports a slice of another one': [
    { 'packages/platform/src/commerce/orders/store.ts': "import { findMember } from '../../people/members/store.ts'" },
    /an area imports another one by its index\.ts only \(people\/members\)/,
  ],
  'an area imports one that stands on it': [
    { 'packages/platform/src/people/members/store.ts': "import type { OrderFacts } from '../../commerce/index.ts'" },
    /people stands below commerce and imports nothing of it/,
  ],
  'a page passes by the parts': [
    { 'apps/admin/app/orders/order/more.tsx': "import { Menu } from '@base-ui/react/menu'" },
    /only apps\/admin\/app\/parts\/ uses @base-ui\/react\/menu/,
  ],
  'a flow imports what makes its area': [
    { 'packages/platform/src/commerce/flows/place-order.ts': "import { buildCommerce } from '../build-commerce.ts'" },
    /no part of an area imports what makes it \(commerce\/build-commerce\.ts\)/,
  ],
  'what makes an area imports a slice of another one': [
    { 'packages/platform/src/commerce/build-commerce.ts': "import { findMember } from '../people/members/store.ts'" },
    /an area imports another one by its index\.ts only \(people\/members\)/,
  ],
  'a flow imports a slice of another area': [
    { 'packages/platform/src/commerce/flows/place-order.ts': "import { findMember } from '../../people/members/store.ts'" },
    /an area imports another one by its index\.ts only \(people\/members\)/,
  ],
  'a flow imports the index of its own area': [
    { 'packages/platform/src/commerce/flows/place-order.ts': "import { commerce } from '../index.ts'" },
    /no part of an area imports what makes it \(commerce\/index\.ts\)/,
  ],
  'a slice imports the composition': [
    { 'packages/platform/src/commerce/cart/store.ts': "import { createPlatform } from '../../platform.ts'" },
    /only the server and the tests import the platform's composition/,
  ],
  'the admin imports the platform': [
    { 'apps/admin/app/home.tsx': "import { createPlatform } from '@vitrine/platform'" },
    /apps\/admin may not import packages\/platform/,
  ],
  'the admin imports the platform by a path': [
    { 'apps/admin/app/home.tsx': "import { createPlatform } from '../../../packages/platform/src/platform.ts'" },
    /apps\/admin may not import packages\/platform/,
  ],
  'the client imports values of the contract': [
    { 'packages/client/src/create.ts': "import { operations } from '@vitrine/contract'" },
    /packages\/client may not import packages\/contract but as types/,
  ],
  'a small package uses another one': [
    { 'packages/pricing/src/money.ts': "import { sum } from 'lodash'" },
    /packages\/pricing may not use the package lodash/,
  ],
  'pricing reads files': [
    { 'packages/pricing/src/money.ts': "import { readFileSync } from 'node:fs'" },
    /browsers load it, and node:fs is Node's/,
  ],
  'pricing reads files, by the short name': [
    { 'packages/pricing/src/money.ts': "import { readFileSync } from 'fs'" },
    /browsers load it, and fs is Node's/,
  ],
  'a page of the storefront reads files': [
    { 'apps/storefront/app/routes/home.tsx': "import { readFile } from 'node:fs/promises'" },
    /browsers load it/,
  ],
  'rules ask the database': [
    { 'packages/platform/src/commerce/cart/rules.ts': "import { sql } from '../../kernel/db/sql.ts'" },
    /rules ask neither database nor network nor clock/,
  ],
  'rules read files': [
    { 'packages/platform/src/commerce/cart/rules.ts': "import { readFileSync } from 'node:fs'" },
    /rules ask neither database/,
  ],
  'rules ask what time it is': [
    { 'packages/platform/src/commerce/payments/billing-rules.ts': 'export const due = () => new Date()' },
    /rules are given what they depend on \(new Date\(\)\)/,
  ],
  'rules ask the clock': [{ 'packages/platform/src/commerce/cart/rules.ts': 'export const now = () => Date.now()' }, /\(Date\.now\)/],
  'rules throw dice': [
    { 'packages/platform/src/commerce/cart/rules.ts': "import { randomUUID } from 'node:crypto'\nexport const id = () => randomUUID()" },
    /\(randomUUID\(\)\)/,
  ],
  'two files import each other': [
    {
      'packages/platform/src/commerce/cart/rules.ts': "import { add } from './line.ts'",
      'packages/platform/src/commerce/cart/line.ts': "import {\n  sum, // of lines\n} from './rules.ts'",
    },
    /^cycle: packages\/platform\/src\/commerce\/cart\/rules\.ts → packages\/platform\/src\/commerce\/cart\/line\.ts → packages\/platform\/src\/commerce\/cart\/rules\.ts$/,
  ],
  'types of the platform go in a circle': [
    {
      'packages/platform/src/commerce/cart/rules.ts': "import type { Line } from './line.ts'",
      'packages/platform/src/commerce/cart/line.ts': "import type { Rule } from './rules.ts'",
    },
    /^cycle: packages\/platform\/src\/commerce\/cart\/rules\.ts → /,
  ],
  'what makes an area grows into a hall': [
    { 'packages/platform/src/commerce/build-commerce.ts': `export const parts = [\n${"  'one',\n".repeat(300)}]` },
    /what makes an area has at most 300 lines/,
  ],
}

/** What looks like a fault, and is none. */
const allowed: Readonly<Record<string, Planted>> = {
  'an import in a comment': { 'packages/pricing/src/money.ts': "// import { readFileSync } from 'node:fs'\nexport const one = 1" },
  'an import in a text': { 'packages/pricing/src/money.ts': "export const text = `import { x } from 'node:fs'`" },
  'types of the contract in the client': { 'packages/client/src/create.ts': "import type { Operations } from '@vitrine/contract'" },
  'files in a file of the storefront that only its server loads': {
    'apps/storefront/app/pictures.server.ts': "import { readFile } from 'node:fs/promises'",
  },
  'an instant that rules were given': {
    'packages/platform/src/commerce/cart/rules.ts': 'export const later = (at: Date) => new Date(at.getTime() + 1)',
  },
  'types in a circle outside the platform': {
    'packages/pricing/src/sum.ts': "import type { Line } from './line.ts'",
    'packages/pricing/src/line.ts': "import { add } from './sum.ts'",
  },
  'what several slices stand on': {
    'packages/platform/src/commerce/cart/store.ts': "import { priceOf } from '../selling/line.ts'",
    'packages/platform/src/people/staff/sessions.ts': "import { hash } from '../credentials/passwords.ts'",
  },
  'a slice that imports the kernel': {
    'packages/platform/src/commerce/cart/store.ts': "import { readSettings } from '../../kernel/settings/settings.ts'",
  },
  'a flow that imports slices of its area': {
    'packages/platform/src/commerce/flows/place-order.ts':
      "import { findOrder } from '../orders/store.ts'\nimport { findCart } from '../cart/store.ts'",
  },
  'an area that imports the index of another one': {
    'packages/platform/src/commerce/flows/order-emails.ts': "import { emailBrandingOf } from '../../shop/index.ts'",
  },
  'what makes an area and imports its slices and flows': {
    'packages/platform/src/commerce/build-commerce.ts':
      "import { findOrder } from './orders/store.ts'\nimport { placeOrder } from './flows/place-order.ts'",
  },
  'a test that asks another slice': {
    'packages/platform/src/commerce/cart/store.test.ts': "import { findOrder } from '../orders/store.ts'",
  },
}

suite('the rules of who imports whom', () => {
  for (const [what, [files, sentence]] of Object.entries(planted))
    test(`finds it when ${what}`, () => {
      const faults = faultsOf(files)
      assert.equal(faults.length, 1, faults.join('\n'))
      assert.match(faults[0]!, sentence)
    })

  for (const [what, files] of Object.entries(allowed)) test(`allows ${what}`, () => assert.deepEqual(faultsOf(files), []))

  test('refuses to go on where a file cannot be parsed', () =>
    assert.throws(() => faultsOf({ 'packages/pricing/src/money.ts': 'import {' }), /money\.ts cannot be parsed/))
})
