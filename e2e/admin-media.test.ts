import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { writeLargeFile } from '@vitrine/testing/large-file'
import { pictureFile } from '@vitrine/testing/pictures'
import { cubeFile } from '@vitrine/testing/sample-models'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { sizes } from './sizes.ts'

suite('the media library', () => {
  let admin: OpenAdmin
  let folder: string
  before(async () => {
    admin = await openAdmin()
    folder = await mkdtemp(join(tmpdir(), 'vitrine-media-'))
  })
  after(async () => {
    await admin?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const tile = (page: Page, name: string) => page.getByRole('list', { name: 'Files' }).getByRole('button', { name: new RegExp(`^${name}`) })
  const folderLink = (page: Page, name: string) => page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name })
  const dialog = (page: Page) => page.getByRole('dialog')
  const large = async (name: string, colour: string) => ({ ...(await pictureFile(colour, { width: 800, height: 1000 })), name })
  const named = async (name: string, colour: string) => ({ ...(await pictureFile(colour)), name })

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [820, 'dark'],
  ] as const))
    test(`files come into a folder, are found, described, labelled, moved, and leave by the trash, ${width} px wide, ${theme}`, async () => {
      await using visit = await admin.enter({ width, theme }, '/products')
      const { page, audit } = visit
      const [mugs, cups] = [`Mugs ${width}`, `Cups ${width}`]
      const [sage, clay] = [`sage-${width}.png`, `clay-${width}.png`]
      if (width === 1440) await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Media' }).click()
      else await page.goto(`${admin.shop.url}/admin/media`)
      await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor()
      await page.getByRole('list', { name: 'Files' }).waitFor()
      await audit('the library')

      for (const name of [mugs, cups]) {
        await page.keyboard.press('n')
        await dialog(page).getByLabel('Name').fill(name)
        await page.keyboard.press('Enter')
        await page.getByText(`The folder ${name} is made.`).waitFor()
      }
      await folderLink(page, mugs).click()
      await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
      await audit('an empty folder')
      const colours = width === 1440 ? ['#9aa58f', '#b5654a'] : ['#9aa590', '#b5654b']
      await page
        .getByLabel('Files to upload')
        .setInputFiles([
          await named(sage, colours[0]!),
          await named(clay, colours[1]!),
          { name: 'notes.heic.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('no picture') },
        ])
      await page.getByText('Not a picture, video or 3D model. Nothing was saved.').waitFor()
      await tile(page, sage).waitFor()
      await tile(page, clay).waitFor()
      await page.getByText('2 files uploaded, 1 not').waitFor()
      await audit('uploads that are done')
      await page.getByRole('button', { name: 'Remove notes.heic.bin' }).click()
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      assert.match((await folderLink(page, mugs).textContent()) ?? '', /2 files/)

      await tile(page, clay).focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowRight')
      await page.waitForFunction(() => document.activeElement === [...document.querySelectorAll('button[data-file]')][1])
      await page.keyboard.press('ArrowLeft')
      await page.waitForFunction(() => document.activeElement === document.querySelector('button[data-file]'))
      await tile(page, sage).focus()
      await page.keyboard.press('Enter')
      const details = page.getByRole('complementary', { name: sage })
      await details.waitFor()
      await audit('details of a file')
      await details.getByLabel('Alternative text').fill('A mug, glazed in sage')
      await details.getByLabel('Alternative text').blur()
      await details.getByRole('button', { name: /^Focal point: 50 %/ }).focus()
      const focused = page.waitForResponse(
        (answer) => answer.request().method() === 'PATCH' && answer.request().postData()?.includes('focalPoint') === true,
      )
      await page.keyboard.press('Shift+ArrowLeft')
      assert.equal((await focused).status(), 200)
      await page.reload()
      await details.getByRole('button', { name: /^Focal point: 40 % from the left, 50 %/ }).waitFor()
      assert.equal(await details.getByLabel('Alternative text').inputValue(), 'A mug, glazed in sage')
      await page.keyboard.press('Escape')
      await details.waitFor({ state: 'detached' })

      await tile(page, clay).focus()
      await page.keyboard.press('x')
      await page.keyboard.press('t')
      await dialog(page).getByLabel('Add labels').fill(`autumn${width}`)
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.getByText('1 file labelled.').waitFor()
      await page.keyboard.press('m')
      await dialog(page).getByLabel('Folder').selectOption({ label: cups })
      await audit('files are moved')
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.getByText(`${clay} is moved.`).waitFor()
      await tile(page, clay).waitFor({ state: 'detached' })

      await folderLink(page, 'All files').click()
      await page.keyboard.press('/')
      await page.keyboard.type(`autumn${width}`)
      await tile(page, sage).waitFor({ state: 'detached' })
      await tile(page, clay).waitFor()
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await page.getByRole('cell', { name: cups }).waitFor()
      await audit('the library as a list')
      await page.getByRole('button', { name: 'Grid', exact: true }).click()
      await tile(page, clay).click()
      await page.getByRole('complementary', { name: clay }).getByRole('button', { name: 'To trash' }).click()
      await page.getByText(`${clay} is in the trash.`).waitFor()

      await folderLink(page, 'Trash').click()
      await tile(page, clay).click()
      await audit('the trash')
      await page.getByRole('button', { name: 'Restore', exact: true }).click()
      await page.getByText(`${clay} is back.`).waitFor()
      await folderLink(page, cups).click()
      await tile(page, clay).waitFor()
      await page.getByRole('button', { name: `What to do with the folder ${cups}` }).click()
      await page.getByRole('menuitem', { name: 'To trash' }).click()
      await page.getByText(`${cups} is in the trash, with all that lies in it.`).waitFor()
      await folderLink(page, 'Trash').click()
      await page.getByRole('button', { name: `Delete the folder ${cups} for good` }).click()
      await audit('the question before a folder is gone for good')
      await dialog(page).getByRole('button', { name: 'Delete 1 folder' }).click()
      await page.getByText('1 folder deleted for good.').waitFor()
      await tile(page, clay).waitFor({ state: 'detached' })
    })

  test('a whole folder comes in with the folders in it; the palette finds its files', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/media')
    const { page } = visit
    const root = join(folder, 'Summer fair')
    await mkdir(join(root, 'Booth'), { recursive: true })
    await writeFile(join(root, 'fair-poster.png'), (await pictureFile('#c0ffee')).buffer)
    await writeFile(join(root, 'Booth', 'booth-plan.png'), (await pictureFile('#c0ffed')).buffer)
    await page.getByLabel('Folder to upload').setInputFiles(root)
    await folderLink(page, 'Booth').click()
    await tile(page, 'booth-plan.png').waitFor()
    await folderLink(page, 'Summer fair').click()
    await tile(page, 'fair-poster.png').waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('booth-pl')
    await page.getByRole('option', { name: /booth-plan\.png/ }).click()
    await page.getByRole('complementary', { name: 'booth-plan.png' }).waitFor()
  })

  test('an upload goes on over broken lines and a closed window, where it was', async () => {
    await using visit = await admin.enter({ width: 1440, fails: true }, '/media')
    const { page } = visit
    const path = join(folder, 'waves.wav')
    await writeLargeFile(path, 36)
    page.on('dialog', (asked) => void asked.accept())
    const offsets: number[] = []
    let isClosed = false
    // The first part comes with the beginning. The line breaks over the second one, and the window is closed over its second try.
    await page.route('**/uploads/resumable/*', async (route) => {
      const request = route.request()
      if (request.method() !== 'PATCH') return route.continue()
      offsets.push(Number(request.headers()['upload-offset']))
      if (offsets.length === 1) return route.abort('connectionreset')
      return isClosed ? route.continue() : undefined
    })
    await page.getByLabel('Files to upload').setInputFiles(path)
    await page.getByText(/^\d+ of 38 MB$/).waitFor()
    for (const until = Date.now() + 20_000; offsets.length < 2 && Date.now() < until; )
      await new Promise((resolve) => setTimeout(resolve, 50))
    assert.deepEqual(offsets, [16 * 1024 * 1024, 16 * 1024 * 1024])
    isClosed = true
    await page.reload()
    await page.getByText('1 upload was broken off').waitFor()
    await page.getByLabel('Files to upload').setInputFiles(path)
    await page.getByText('1 file uploaded').waitFor()
    assert.deepEqual(offsets.slice(2), [16 * 1024 * 1024, 32 * 1024 * 1024])
    await tile(page, 'waves.wav').waitFor()
  })

  test('a film gets captions from a file, under the name of their language, and loses them again', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/media?kind=VIDEO')
    const { page, audit } = visit
    await tile(page, 'teapot.mp4').click()
    const details = page.getByRole('complementary', { name: 'teapot.mp4' })
    await details.getByRole('button', { name: 'Add captions' }).waitFor()
    const choose = (name: string, text: string) =>
      details.getByLabel('Captions to add').setInputFiles({ name, mimeType: 'text/vtt', buffer: Buffer.from(text) })
    await choose('teapot.de.vtt', 'no captions')
    await dialog(page).getByRole('button', { name: 'Add the captions' }).click()
    await page.getByRole('alert').getByText('These are no captions:').waitFor()
    await page.keyboard.press('Escape')
    await choose('teapot.de.srt', '1\n00:00:00,000 --> 00:00:02,000\nVom Ausguss zum Henkel\n')
    assert.equal(await dialog(page).getByLabel('Language').inputValue(), 'de')
    assert.equal(await dialog(page).getByLabel('Name in the menu').inputValue(), 'Deutsch')
    await audit('captions are added')
    await dialog(page).getByRole('button', { name: 'Add the captions' }).click()
    await page.getByText('The captions Deutsch are added.').waitFor()
    const href = await details.getByRole('link', { name: 'Deutsch' }).getAttribute('href')
    const answer = await page.request.get(new URL(href!, admin.shop.url).href)
    assert.match(answer.headers()['content-type'] ?? '', /^text\/vtt/)
    assert.match(await answer.text(), /^WEBVTT\n\n00:00:00\.000 --> 00:00:02\.000\nVom Ausguss zum Henkel/)
    await audit('a film with captions')
    await details.getByRole('button', { name: 'Remove the captions Deutsch' }).click()
    await details.getByRole('link', { name: 'Deutsch' }).waitFor({ state: 'detached' })
  })

  test('on a phone the library is read, sorted into the trash and brought back by the finger', async () => {
    await using visit = await admin.enter({ width: 390, theme: 'dark', touch: true }, '/media')
    const { page, audit } = visit
    await page.getByRole('list', { name: 'Files' }).waitFor()
    await audit('the library on a phone')
    await page.getByLabel('Files to upload').setInputFiles(await named('pocket.png', '#101010'))
    await tile(page, 'pocket.png').waitFor()
    await page.getByRole('checkbox', { name: 'Select pocket.png' }).check()
    await audit('a file that is picked on a phone')
    await page.getByRole('toolbar').getByRole('button', { name: 'To trash' }).tap()
    await page.getByText('pocket.png is in the trash.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().tap()
    await tile(page, 'pocket.png').tap()
    await page.getByRole('complementary', { name: 'pocket.png' }).waitFor()
    await audit('details on a phone')
  })

  test('a product takes pictures of the library, and new ones, in the same window', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/products')
    const { page, audit } = visit
    await page.getByRole('link', { name: 'Morning Mug', exact: true }).first().click()
    await page.getByRole('button', { name: 'From library' }).click()
    const picker = dialog(page)
    await picker.getByRole('list', { name: 'Files' }).getByRole('button').first().waitFor()
    await audit('the picker')
    await picker.getByLabel('Name or label').fill('booth-pl')
    await picker.getByRole('button', { name: 'booth-plan.png' }).click()
    await picker.getByLabel('Files to upload').setInputFiles(await named('fresh.png', '#fafafa'))
    await picker.getByRole('button', { name: 'fresh.png', pressed: true }).waitFor()
    await picker.getByRole('button', { name: /^Add 2 / }).click()
    await picker.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Morning Mug is saved.').waitFor()
    await page.goto(`${admin.shop.url}/admin/media?q=booth-pl`)
    await tile(page, 'booth-plan.png').click()
    await page.getByRole('complementary', { name: 'booth-plan.png' }).waitFor()
  })

  test('picked pictures go into a product, and their links are copied in a size', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/products')
    const { page, audit } = visit
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${admin.shop.url}/admin/media?folder=media-root`)
    await page.getByRole('list', { name: 'Files' }).waitFor()
    await page.getByLabel('Files to upload').setInputFiles([await large('hearth.png', '#a05533'), await large('kiln.png', '#a05534')])
    await page.getByText('2 files uploaded').waitFor()
    for (const name of ['hearth.png', 'kiln.png']) {
      await tile(page, name).focus()
      await page.keyboard.press('x')
    }
    const bar = page.getByRole('toolbar', { name: 'Actions for 2 selected files' })
    await bar.getByText('used nowhere').waitFor()
    await bar.getByRole('button', { name: 'Put in a product' }).click()
    await dialog(page).getByLabel('Find a product').fill('Teapot')
    await dialog(page).getByRole('option', { name: 'Teapot' }).first().waitFor()
    await audit('a product for pictures')
    await page.keyboard.press('Enter')
    await dialog(page)
      .getByRole('button', { name: /^Add to .*Teapot/ })
      .click()
    await page.getByText(/^2 files added to .*Teapot\./).waitFor()
    await bar.getByText('used in 1 place').waitFor()
    await page.keyboard.press('Escape')

    await tile(page, 'kiln.png').click()
    const details = page.getByRole('complementary', { name: 'kiln.png' })
    await details.getByText('Used in 1 place').waitFor()
    await details.getByRole('button', { name: 'Copy link' }).click()
    await audit('the sizes of a link')
    await page.getByRole('menuitem', { name: 'Up to 400 pixels' }).click()
    await page.getByText('The link is copied.').waitFor()
    const address = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(address, /\/media\/[^/]+\/fit\/w_400,h_400$/)
    const linked = await page.request.get(address)
    assert.deepEqual([linked.status(), linked.headers()['content-type']?.startsWith('image/')], [200, true])
  })

  test('a picture is replaced: the product shows the new one at the old address, by whom is said, and another kind is refused', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/media?q=booth-pl')
    const { page, audit } = visit
    await tile(page, 'booth-plan.png').click()
    const details = page.getByRole('complementary', { name: 'booth-plan.png' })
    await details.getByText(/^Last used: Morning Mug, changed /).waitFor()
    await details.getByText(/ by Test owner$|^\d+ \w+ \d+ by /).waitFor()
    const address = await details.getByRole('link', { name: /^\/media\// }).getAttribute('href')
    const shown = () =>
      page.evaluate(async (at) => {
        const picture = await createImageBitmap(await (await fetch(`${at}?of=${Math.random()}`)).blob())
        return [picture.width, picture.height]
      }, address!)
    assert.deepEqual(await shown(), [320, 400])

    await details.getByRole('button', { name: 'Replace' }).click()
    await audit('a picture is to be replaced')
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>')
    await dialog(page).getByLabel('The new picture').setInputFiles({ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: drawing })
    await dialog(page).getByRole('button', { name: 'Replace the picture' }).click()
    await dialog(page).getByRole('alert').filter({ hasText: 'It is of another kind.' }).waitFor()
    const retouched = { ...(await pictureFile('#123456', { width: 640, height: 480 })), name: 'retouched.png' }
    await dialog(page).getByLabel('The new picture').setInputFiles(retouched)
    await dialog(page).getByRole('button', { name: 'Replace the picture' }).click()
    await page.getByText('booth-plan.png is replaced.').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByRole('complementary').getByText('640 × 480').waitFor()
    await page.getByRole('complementary').getByText('Replaced').waitFor()
    await audit('details of a file that was replaced')
    await page.waitForFunction(
      () =>
        document.querySelector<HTMLImageElement>('.peek.file img')?.complete &&
        document.querySelector<HTMLImageElement>('.peek.file img')!.naturalWidth === 640,
    )
    assert.deepEqual(await shown(), [640, 480])
    await page.goto(`${admin.shop.url}/admin/media?q=retouched`)
    await page
      .getByRole('heading', { name: /^No file/ })
      .or(tile(page, 'booth-plan.png'))
      .first()
      .waitFor()
    assert.equal(await tile(page, 'retouched.png').count(), 0)
    await page.goto(`${admin.shop.url}/admin/media?q=drawing`)
    await page
      .getByRole('list', { name: 'Files' })
      .or(page.getByRole('heading', { name: /^No file/ }))
      .first()
      .waitFor()
    assert.equal(await tile(page, 'drawing.svg').count(), 0)
  })

  test('what is not used anywhere is found, put into the trash, and brought back; what a product shows is not among it', async () => {
    await using visit = await admin.enter({ width: 820, theme: 'dark' }, '/media')
    const { page, audit } = visit
    await page.getByLabel('Files to upload').setInputFiles(await named('forgotten.png', '#0a0b0c'))
    await tile(page, 'forgotten.png').waitFor()
    await folderLink(page, 'Not used').click()
    await page.getByText('No product, collection, review, page or setting shows these files').waitFor()
    await tile(page, 'forgotten.png').waitFor()
    await audit('what is not used anywhere')
    assert.equal(await tile(page, 'booth-plan.png').count(), 0)
    await page.getByRole('checkbox', { name: 'Select forgotten.png' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'To trash' }).click()
    await page.getByText('forgotten.png is in the trash.').waitFor()
    await tile(page, 'forgotten.png').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await tile(page, 'forgotten.png').waitFor()
  })

  test('an uploaded model has its picture in the library, and one that cannot be drawn says why', async () => {
    await using visit = await admin.enter({ width: 390, theme: 'dark' }, '/media?folder=media-root')
    const { page, audit } = visit
    await page.getByRole('list', { name: 'Files' }).waitFor()
    const draco = cubeFile((gltf) => ({ ...gltf, extensionsRequired: ['KHR_draco_mesh_compression'] }))
    await page.getByLabel('Files to upload').setInputFiles([
      { name: 'cube.glb', mimeType: 'model/gltf-binary', buffer: cubeFile() },
      { name: 'draco.glb', mimeType: 'model/gltf-binary', buffer: draco },
    ])
    await page.getByText('2 files uploaded').waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await tile(page, 'cube.glb').locator('img').waitFor({ timeout: 60_000 })
    const drawn = tile(page, 'cube.glb').locator('img')
    await page.waitForFunction((img) => (img as HTMLImageElement).naturalWidth === 1024, await drawn.elementHandle())
    await audit('a model in the library')
    await tile(page, 'draco.glb').click()
    const details = page.getByRole('complementary', { name: 'draco.glb' })
    await details.getByText('There is no picture of it: its compression, such as Draco, is not supported').waitFor({ timeout: 60_000 })
    await audit('a model without a picture')
  })
})
