import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { faultsInCopy, faultsInPath, faultsInSource, faultsInTables, tablesAfter, wordsOf } from './faults.ts'

const namesIn = (text: string, file = 'packages/platform/src/commerce/orders/store.ts') =>
  faultsInSource(file, text).map(({ name }) => name)

suite('retired words', () => {
  test('a name is split however its words are joined', () => {
    for (const name of ['orderEmails', 'OrderEmails', 'order-emails', 'order_emails', 'ORDER_EMAILS'])
      assert.deepEqual(wordsOf(name), ['order', 'emails'])
    assert.deepEqual(wordsOf('sendHTMLEmail'), ['send', 'html', 'email'])
  })

  const planted: Readonly<Record<string, string>> = {
    'a constant': 'const orderLetter = 1',
    'a type': 'interface OrderLetter { id: string }',
    'a property': 'export const kinds = { orderLetter: 1 }',
    'a shorthand': 'export const f = ({ orderLetter }) => 1',
    'a private name': 'class Kinds { #orderLetter = 1 }',
    'a type parameter': 'type Of<OrderLetter> = OrderLetter[]',
  }
  for (const [what, text] of Object.entries(planted))
    test(`are found in ${what}`, () => assert.match(namesIn(text).join(), /^#?[oO]rderLetter$/))

  test('are found in elements and attributes', () => {
    assert.deepEqual(namesIn('export const a = <LetterView desk={1} />', 'apps/admin/app/a.tsx'), ['LetterView', 'desk'])
  })

  test('are found in tables of SQL and in our own paths', () => {
    assert.deepEqual(namesIn('const rows = sql`select id from order_letter`'), ['order_letter'])
    assert.deepEqual(namesIn("call('GET /vitrine/v1/desk/sales')"), ['desk'])
    assert.deepEqual(namesIn('const rows = sql`select site from member_gone`'), ['member_gone'])
  })

  test('are no words in prose, inside other words, or where they are plain English', () => {
    assert.deepEqual(namesIn("// a letter\nconst desktop = 'the letter', newsletter = `a stranger`"), [])
    assert.deepEqual(namesIn('const letters = [...word]', 'packages/platform/src/kernel/query/fold.ts'), [])
    assert.deepEqual(namesIn('const moment = now()', 'apps/storefront/app/orders/row.tsx'), [])
    assert.deepEqual(namesIn('const moment = { db, site, now }'), ['moment'])
  })

  test('are found in folders and names of files', () => {
    assert.deepEqual(
      [
        'packages/platform/src/shop/desk/store.ts',
        'packages/platform/src/shop/mail/order-letters.ts',
        'apps/admin/app/look/desktop.css',
      ].map((file) => faultsInPath(file)[0]?.name),
      ['desk', 'order-letters.ts', undefined],
    )
  })

  test('are found in what the admin says, and not in its names', () => {
    const said = (text: string) => faultsInCopy('apps/admin/app/orders/a.tsx', text).map(({ name }) => name)
    assert.deepEqual(said('export const a = <p>Receive the goods</p>'), ['Receive the goods'])
    assert.deepEqual(said("export const a = { about: 'Money is held for it.', to: 'payment=held' }"), ['Money is held for it.'])
    assert.deepEqual(said('export const a = (n) => `${n} pieces left`'), ['pieces left'])
    assert.deepEqual(said("import { pieces } from './goods.ts'\nexport const a = pieces('every item')"), [])
  })

  test('are found in tables as the migrations leave them', () => {
    const made = 'create table order_letter (id uuid); create table spent_proof (id uuid); create table cart (id uuid);'
    assert.deepEqual(
      faultsInTables([made]).map(({ name, term }) => `${name}: ${term}`),
      ['order_letter: email', 'spent_proof: used_proof'],
    )
    const mended = 'alter table order_letter rename to order_email; alter table spent_proof rename to used_proof; drop table cart;'
    assert.deepEqual([...tablesAfter([made, mended])], ['order_email', 'used_proof'])
    assert.deepEqual(faultsInTables([made, mended]), [])
  })
})
