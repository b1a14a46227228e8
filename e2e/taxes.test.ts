import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { servicePlugins, taxRegions } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { arrive, type Visit, type Window } from './browser.ts'
import { begin, hanna, payByCard, put, writePerson } from './by-hand.ts'
import { type Input, withKeys, withMouse } from './input.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { readOrder } from './shopper.ts'
import { sizes } from './sizes.ts'

const phone = { width: 390, keys: false }
const tablet = { width: 820, keys: true }
const desktop = { width: 1440, keys: true }
type Manner = typeof phone

const inWords = ({ width, keys }: Manner) => `${width} px wide, ${keys ? 'by the keys alone' : 'by mouse'}`
const didNotAnswer = 'The office that knows the exact tax did not answer, so it is reckoned at our usual rates.'

suite('taxes, as buyers meet them', () => {
  let shop: OpenShop
  let browser: Window
  openForAll(
    (opened) => {
      ;[shop, browser] = opened
    },
    // What the tax office does not answer is noted as a fault, as it should be; here it is meant.
    { LOG_LEVEL: 'fatal' },
  )

  const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { servicePlugins, taxRegions } })

  async function enter({ width, keys }: Manner): Promise<Visit & { input: Input }> {
    const visit = await browser.visit({ width })
    return Object.assign(visit, { input: keys ? withKeys(visit.page) : withMouse })
  }

  /** A file, so that nothing is delivered: only the invoice needs a place. */
  async function beginWithFile(page: Page, input: Input): Promise<void> {
    await put(page, shop, input, 'two-vessels-printable')
    await begin(page, shop, input)
  }
  const goOn = (page: Page) => page.getByRole('button', { name: 'Go on to payment' })

  async function taxIdOf(page: Page, input: Input) {
    await payByCard(page, input)
    const { id } = await readOrder(page)
    const { order } = await shop.merchant.orders.getOrder({ id })
    return order.billingInfo?.contactDetails
  }

  // The same fields in the same form: between them they are walked at every width, by mouse and by the keys.
  for (const manner of sizes([phone, desktop]))
    test(`a Brazilian CPF: one that cannot be is said beside its field, a right one is on the order, ${inWords(manner)}`, async () => {
      await using visit = await enter(manner)
      const { page, input, audit } = visit
      await beginWithFile(page, input)
      await input.pick(page.locator('#country'), 'Brazil')
      await page.getByLabel('CPF or CNPJ').waitFor()
      await writePerson(page, input, {
        ...hanna('cpf@example.com'),
        street: 'Rua Chile 5',
        postcode: '40020000',
        town: 'Salvador',
      })
      await input.pick(page.locator('#state'), 'Bahia')
      await input.write(page.locator('#taxId'), '529.982.247-24')
      await input.press(goOn(page))
      await page.getByText('A CPF has eleven figures, a CNPJ fourteen; one of them may be wrong.').waitFor()
      await audit('a CPF that cannot be')
      await input.write(page.locator('#taxId'), '529.982.247-25')
      await input.press(goOn(page))
      await audit('how to pay, from Brazil')
      const vatId = (await taxIdOf(page, input))?.vatId
      assert.deepEqual([vatId?.type, vatId?.id.replace(/\D/g, '')], ['CPF', '52998224725'])
    })

  test(`a Brazilian CNPJ of a company, ${inWords(tablet)}`, async () => {
    await using visit = await enter(tablet)
    const { page, input } = visit
    await beginWithFile(page, input)
    await input.pick(page.locator('#country'), 'Brazil')
    await page.getByLabel('CPF or CNPJ').waitFor()
    await writePerson(page, input, { ...hanna('cnpj@example.com'), street: 'Rua Chile 5', postcode: '40020-000', town: 'Salvador' })
    await input.pick(page.locator('#state'), 'Bahia')
    await input.write(page.locator('#taxId'), '11.222.333/0001-81')
    await input.write(page.locator('#company'), 'Cerâmica Ltda')
    await input.press(goOn(page))
    const details = await taxIdOf(page, input)
    assert.deepEqual(
      [details?.vatId?.type, details?.vatId?.id.replace(/\D/g, ''), details?.company],
      ['CNPJ', '11222333000181', 'Cerâmica Ltda'],
    )
  })

  for (const manner of sizes([phone, desktop]))
    test(`a VAT number of a company in another country of the Union, ${inWords(manner)}`, async () => {
      await using visit = await enter(manner)
      const { page, input, audit } = visit
      await beginWithFile(page, input)
      await input.pick(page.locator('#country'), 'Austria')
      assert.equal(await page.locator('#country').inputValue(), 'AT')
      await writePerson(page, input, { ...hanna('vat@example.com'), street: 'Neubaugasse 4', postcode: '1070', town: 'Wien' })
      await input.press(page.locator('.co__more > summary').filter({ hasText: 'I buy for a company', visible: true }).first())
      await input.write(page.locator('#company'), 'Keller & Söhne')
      await input.write(page.locator('#taxId'), 'ATU13585628')
      await input.press(goOn(page))
      await page.getByText('This cannot be right. It begins with AT; one figure may be wrong.').waitFor()
      await audit('a VAT number that cannot be')
      await input.write(page.locator('#taxId'), 'u1358 5627')
      await input.press(goOn(page))
      const details = await taxIdOf(page, input)
      assert.deepEqual([details?.vatId?.id, details?.company], ['ATU13585627', 'Keller & Söhne'])
    })

  suite('while nobody tells the exact tax', () => {
    const closedOffice = createServer((_, answer) => answer.writeHead(503).end())
    let plugin: string
    after(() => closedOffice.close())
    before(async () => {
      await new Promise<void>((resolve) => closedOffice.listen(0, '127.0.0.1', resolve))
      const { port } = closedOffice.address() as AddressInfo
      const { servicePlugins: services, taxRegions: regions } = office()
      const { servicePlugin } = await services.createServicePlugin({
        servicePlugin: { type: 'TAX_CALCULATION', name: 'The tax office', baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 500 },
      })
      plugin = servicePlugin.id
      const { taxRegions: all } = await regions.queryTaxRegions({ query: { filter: { country: 'DE' } } })
      const [germany] = all
      assert.ok(germany?.id)
      await regions.updateTaxRegion({ taxRegion: { id: germany.id, revision: germany.revision, appId: plugin } })
    })

    for (const manner of sizes([phone, tablet, desktop]))
      test(`the bag, the checkout and the order say so, ${inWords(manner)}`, async () => {
        await using visit = await enter(manner)
        const { page, input, audit } = visit
        await put(page, shop, input, 'dinner-plate?Glaze=Chalk')
        await arrive(page, `${shop.url}/cart`)
        await page.getByText(didNotAnswer).waitFor()
        await audit('a bag whose tax is reckoned at the usual rates')

        await begin(page, shop, input)
        await writePerson(page, input, hanna(`office-${manner.width}@example.com`))
        await input.press(page.getByRole('button', { name: 'Go on to the delivery day' }))
        await page.getByRole('radio', { name: /Standard/ }).waitFor()
        const fold = page.locator('.co__fold > summary')
        if (manner.width < 768) await input.press(fold)
        await page.getByText(didNotAnswer).waitFor()
        await audit('a checkout whose tax is reckoned at the usual rates')
        if (manner.width < 768) await input.press(fold)
        await input.press(page.getByRole('button', { name: 'Go on to payment' }))
        await payByCard(page, input)
        const { id } = await readOrder(page)
        await input.press(page.getByRole('link', { name: 'Follow the order' }))
        await page.getByText('did not answer, so it was reckoned at our usual rates').waitFor()
        await audit('an order whose tax was reckoned at the usual rates')
        const { order } = await shop.merchant.orders.getOrder({ id })
        assert.equal(order.taxInfo?.totalTax?.amount, '5.89', '19 % within €36.90')
      })

    test('an office that was switched off is not blamed', async () => {
      await office().servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, active: false } })
      await using visit = await browser.visit({ width: 390, script: false })
      const { page, audit } = visit
      await page.goto(`${shop.url}/products/dinner-plate?Glaze=Chalk`)
      await page
        .getByRole('button', { name: /^Add to the bag/ })
        .filter({ visible: true })
        .first()
        .click()
      await page.waitForURL(/\/cart$/)
      await page.getByText('The tax is reckoned at our usual rates.').waitFor()
      await audit('a bag whose tax is reckoned at the usual rates')
    })
  })
})
