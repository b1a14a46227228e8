import assert from 'node:assert/strict'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findFfmpeg } from '@vitrine/platform/shop/media/processing/ffmpeg'
import { mp4File } from '@vitrine/testing/sample-files'
import { MOST_FILM_MEGABYTES, MOST_FILM_SECONDS } from '../apps/storefront/app/reviews/write.ts'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'

const film = fileURLToPath(new URL('../demo/shop/video/morning-mug.mp4', import.meta.url))
const picture = fileURLToPath(new URL('../demo/shop/images/morning-mug/pair.webp', import.meta.url))
const product = '/products/morning-mug'

suite('films of reviews', () => {
  let admin: OpenAdmin
  let folder: string
  before(async () => {
    admin = await openAdmin()
    folder = await mkdtemp(join(tmpdir(), 'vitrine-films-'))
  })
  after(async () => {
    await admin?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  test('the form states the limits for films', async () => {
    const { mostBytes, mostSeconds } = await admin.shop.shopper().reviews.requestFilmUpload({})
    assert.deepEqual([mostBytes, mostSeconds], [MOST_FILM_MEGABYTES * 1_000_000, MOST_FILM_SECONDS])
  })

  for (const { width, theme } of [
    { width: 390, theme: 'dark' },
    { width: 820, theme: 'light' },
    { width: 1440, theme: 'light' },
  ] as const)
    test(`a buyer sends a film with a review, the shop publishes it, and others play it, ${width} px wide, ${theme}`, async () => {
      await using visit = await admin.visit({ width, theme })
      const { page, audit } = visit
      await page.goto(`${admin.shop.url}${product}/review`)
      await page.getByText('up to five, and a film of up to 60 seconds and 50 MB').waitFor()
      await page.getByRole('radio', { name: '5, Would buy it again' }).check()
      await page.getByLabel('What should others know?').fill('It turns well in the hand, as the film shows.')
      await page.getByLabel('Shown as').fill(`Ida ${width}`)
      const files = page.locator('input[type=file]')

      const asked: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
      })
      const large = join(folder, 'large.mp4')
      const file = await open(large, 'w')
      await file.truncate(MOST_FILM_MEGABYTES * 1_000_000 + 1)
      await file.close()
      await files.setInputFiles(large)
      await page.getByRole('alert').getByText('large.mp4 has more than 50 MB.').waitFor()
      assert.ok(!asked.includes('/review-films'), 'nothing is asked for what is too large')
      await audit('a film that is too large')
      await page.getByRole('button', { name: 'Remove large.mp4' }).click()
      const long = join(folder, 'long.mp4')
      await writeFile(long, mp4File({ seconds: 65 }))
      await files.setInputFiles(long)
      await page.getByRole('alert').getByText('long.mp4 is longer than 60 seconds.').waitFor()
      await page.getByRole('button', { name: 'Remove long.mp4' }).click()

      // The upload is slow, so that its progress is shown and it can be canceled.
      let letGo = () => {}
      const held = new Promise<void>((resolve) => (letGo = resolve))
      await page.route('**/uploads/*', async (route) => {
        await held
        await route.continue()
      })
      await files.setInputFiles(film)
      await page.getByRole('progressbar', { name: 'morning-mug.mp4 is being sent' }).waitFor()
      await audit('a film on its way')
      await page.getByRole('button', { name: 'Send it' }).click()
      await page.getByText('Something is still on its way to us.').waitFor()
      await page.getByRole('button', { name: 'Stop sending morning-mug.mp4' }).click()
      letGo()
      assert.equal(await page.getByRole('progressbar').count(), 0)
      await files.setInputFiles([picture, film])
      await page.getByRole('button', { name: 'Remove the film' }).waitFor()
      await page.getByRole('img', { name: 'Yours, number 1' }).waitFor()
      await files.setInputFiles(film)
      await page.getByRole('alert').getByText('A review takes one film.').waitFor()
      await page.getByRole('button', { name: 'Remove morning-mug.mp4' }).click()
      await audit('a review with a picture and a film')
      await page.getByRole('button', { name: 'Send it' }).click()
      await page.getByRole('heading', { name: 'Thank you, we read it next', level: 1 }).waitFor()
      await page.getByRole('link', { name: `Play the film by Ida ${width}` }).waitFor()

      await page.getByRole('link', { name: 'Change' }).click()
      await page.getByRole('button', { name: 'Remove the film' }).waitFor()
      await page.getByLabel('In a few words').fill(`Once round, ${width}`)
      await page.getByRole('button', { name: 'Send it' }).click()
      await page.getByRole('heading', { name: `Once round, ${width}` }).waitFor()

      await using office = await admin.enter({ width: 1440 }, '/reviews')
      await office.page.getByRole('link', { name: new RegExp(`Once round, ${width}`) }).click()
      const reading = office.page.getByRole('region', { name: 'The review' })
      await reading.getByRole('heading', { name: `Once round, ${width}` }).waitFor()
      await reading.getByLabel('Film by its author').waitFor()
      await office.page.keyboard.press('a')
      await office.page.getByText('1 review published.').waitFor()

      await using other = await admin.visit({ width, theme })
      const fetched: string[] = []
      other.page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
      await other.page.goto(`${admin.shop.url}${product}?reviews=newest`)
      const play = other.page.getByRole('link', { name: `Play the film by Ida ${width}` })
      await play.scrollIntoViewIfNeeded()
      const path = (await play.getAttribute('href')) ?? ''
      const poster = await other.page.locator('.review__film img').first().getAttribute('src')
      if (await findFfmpeg(undefined))
        while ((await fetch(admin.shop.url + poster)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 200))
      await other.audit('a published review with a film')
      assert.ok(!fetched.includes(path), 'nothing of the film is fetched before somebody presses')
      await play.focus()
      await other.page.keyboard.press('Enter')
      const video = other.page.getByLabel(`Film by Ida ${width}`)
      await video.waitFor()
      await other.page.waitForFunction((named) => {
        const one = document.querySelector<HTMLVideoElement>(`video[aria-label="${named}"]`)
        return one !== null && one.currentTime > 0.2 && document.activeElement === one
      }, `Film by Ida ${width}`)
      await other.audit('a film of a review that plays')
    })

  test('without script the film is a link to its file, and the form takes pictures', async () => {
    await using visit = await admin.visit({ width: 390, script: false })
    const { page } = visit
    await page.goto(`${admin.shop.url}${product}/review`)
    assert.equal(await page.locator('input[type=file]').getAttribute('accept'), 'image/*')
    await page.goto(`${admin.shop.url}${product}?reviews=newest`)
    const play = page.getByRole('link', { name: 'Play the film by Ida 1440' })
    const answer = await page.request.get(admin.shop.url + (await play.getAttribute('href')))
    assert.equal(answer.headers()['content-type'], 'video/mp4')
  })
})
