import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { httpService } from '@vitrine/testing/http-service'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'

suite('services', () => {
  let admin: OpenAdmin
  let service: Awaited<ReturnType<typeof httpService>>
  let answer: () => Response = () => Response.json({ violations: [] })
  before(async () => {
    service = await httpService(() => answer())
    admin = await openAdmin({ VITRINE_OUTBOUND_ALLOW: 'loopback' })
  })
  after(async () => {
    await admin?.[Symbol.asyncDispose]()
    await service?.close()
  })

  test('one is added, tested, switched off, edited and deleted', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/developers')
    const { page, audit } = visit
    await page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: 'Services' }).click()
    await page.getByRole('heading', { name: 'No service is set up' }).waitFor()
    await page.getByRole('button', { name: 'Service', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kind').selectOption({ label: 'Order checks' })
    await dialog.getByLabel('Name').fill('Inspector')
    await dialog.getByLabel('Address').fill('https://10.0.0.8/checks')
    await audit('the form of a service')
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await dialog.getByText('This server calls public addresses').waitFor()
    await dialog.getByLabel('Address').fill(service.url)
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await page.getByText('Inspector is saved.').waitFor()

    answer = () => Response.json({ violations: [{ severity: 'WARNING', description: 'Fragile' }] })
    await page.getByRole('button', { name: 'Test Inspector' }).click()
    await page.getByText('It answered.').waitFor()
    assert.match(await page.getByLabel('Its answer').innerText(), /Fragile/)
    await audit('the services of a shop')
    answer = () => new Response(null, { status: 500 })
    await page.getByRole('button', { name: 'Test Inspector' }).click()
    await page.getByText('It answered with an error.').waitFor()

    await page.getByText('No order is made.').waitFor()
    await page.getByRole('button', { name: 'Edit Inspector' }).click()
    await dialog.getByLabel('Make no order while it does not answer').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Orders are made without it.').waitFor()
    await page.getByRole('button', { name: 'Stop asking Inspector' }).click()
    await page.getByText('Not asked', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Ask Inspector', exact: true }).click()
    await page.getByText('Asked', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete Inspector' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No service is set up' }).waitFor()
  })

  test('a service for recommendations names its algorithms, and a place takes services; one for payments says what holds without it', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/developers/services')
    const { page, audit } = visit
    const dialog = page.getByRole('dialog')
    const begin = async (kind: string, name: string) => {
      await page.getByRole('button', { name: 'Service', exact: true }).first().click()
      await dialog.getByLabel('Kind').selectOption({ label: kind })
      await dialog.getByLabel('Name', { exact: true }).fill(name)
      await dialog.getByLabel('Address').fill(service.url)
    }
    await begin('Recommendations', 'Taster')
    await dialog.getByLabel('Name of algorithm').fill('Pairings')
    await dialog.getByLabel('What algorithm goes by').fill('What a taster puts beside it')
    await dialog.getByLabel('Id of algorithm').fill('pairings')
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await dialog.getByText('Each algorithm has a name').waitFor()
    await dialog.getByLabel('Id of algorithm').fill('5b0c1f0e-6a57-4a40-9d3b-0f6c7d2e8a11')
    await audit('the form of a service for recommendations')
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await page.getByText('Taster is saved.').waitFor()
    await page.getByText('The next algorithm of the list recommends.').waitFor()
    answer = () => Response.json({ recommendationPerAlgorithm: [] })
    await page.getByRole('button', { name: 'Test Taster' }).click()
    await page.getByText('It answered.').waitFor()

    await begin('Payment settings', 'Risk')
    await dialog.getByLabel('Demand 3-D Secure while it does not answer').check()
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await page.getByText('3-D Secure is demanded.').waitFor()
    await page.getByRole('button', { name: 'Edit Risk' }).click()
    assert.ok(await dialog.getByLabel('Demand 3-D Secure while it does not answer').isChecked())
    await page.keyboard.press('Escape')
    for (const name of ['Taster', 'Risk']) {
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByText(`${name} is deleted.`).waitFor()
    }
    await page.goto(new URL('/admin/recommendations', page.url()).href)
    await page.getByRole('button', { name: 'Choose for: Product page' }).click()
    await dialog.getByLabel('Services').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Same categories, then Services').waitFor()
  })

  test('the page fits a phone', async () => {
    await using visit = await admin.enter({ width: 390 }, '/developers/services')
    const { page, audit } = visit
    await page.getByRole('button', { name: 'Service', exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Inspector')
    await dialog.getByLabel('Address').fill(service.url)
    await dialog.getByRole('button', { name: 'Add the service' }).click()
    await page.getByText('Inspector is saved.').waitFor()
    await audit('services on a phone')
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    if (process.env.PICTURES) {
      await page.screenshot({ path: `${process.env.PICTURES}/services-390.png` })
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.screenshot({ path: `${process.env.PICTURES}/services-1440.png` })
    }
  })
})
