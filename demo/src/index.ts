import { countSales } from '@vitrine/platform/commerce/catalogue/best-selling'
import { saveCollection, saveProducts } from '@vitrine/platform/commerce/catalogue/save'
import { learning } from '@vitrine/platform/commerce/flows/recommending'
import { writePastInvoices } from '@vitrine/platform/commerce/flows/seed-invoices'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import { findSales } from '@vitrine/platform/commerce/orders/changed-sales'
import { learn } from '@vitrine/platform/commerce/recommendations/learn'
import type { Database } from '@vitrine/platform/kernel/db/pool'
import { type Db, sql } from '@vitrine/platform/kernel/db/sql'
import { fieldValues } from '@vitrine/platform/kernel/settings/page-fields'
import { settings, writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { ensureSigningKey } from '@vitrine/platform/people/identity/keys'
import { registerOauthApp } from '@vitrine/platform/people/identity/store'
import { renditionPath } from '@vitrine/platform/shop/media/links'
import type { OriginalStore } from '@vitrine/platform/shop/media/originals'
import { publishPages } from '@vitrine/platform/shop/pages/published'
import { addBuyersReviews } from './history/buyers-reviews.ts'
import { addHistory } from './history/index.ts'
import { addApplicants, addMembers, type DemoLogin } from './history/members.ts'
import { addMembersAnswers } from './history/members-answers.ts'
import { addWaiting } from './history/waiting.ts'
import { addWishlists } from './history/wishlists.ts'
import { collectionIdOf, demoClientId, demoSite } from './ids.ts'
import { type Catalogue, readCatalogue } from './morrow.ts'
import { addOffers } from './offers.ts'
import { pages } from './pages.ts'
import { addFiles, addFilmCaptions, addSoldFiles, addThumbnails, type Files, fileAt, pictureAt } from './pictures.ts'
import { hours, presentation } from './presentation.ts'
import { countsOf, draftOf } from './products.ts'
import { addQuestions } from './questions.ts'
import { addReviews } from './reviews.ts'
import { checkout, payments, taxes, zones } from './selling.ts'

export { demoClientId, demoOwnerId, demoSite } from './ids.ts'
export { type ManyOptions, seedMany } from './many.ts'
export { sampleProducts } from './sample.ts'

export interface DemoOptions {
  readonly database: Database
  /** Where the bytes of pictures and files are put. */
  readonly originals: OriginalStore
  readonly now: Date
  /** Where the shop is reached: what was sold shows its pictures from there. With it the shop gets a past, a year and a half of orders. */
  readonly history?: { readonly origin: string }
  readonly onProgress?: (line: string) => void
  /** Hears what one of the members of that past signs in with. */
  readonly onMember?: (login: DemoLogin) => void
}

const commerce = {
  currency: 'EUR',
  locale: 'en-IE',
  country: 'DE',
  timeZone: 'Europe/Berlin',
  weightUnit: 'KG',
  unpaidOrderMinutes: 30,
  firstOrderNumber: 10_001,
} as const

const newsletter = {
  shown: true,
  title: 'A letter, when the kiln is opened',
  text: 'About once a month: what came out well, what did not, and what is back on the shelf. Leave with one click.',
} as const

const invoices = {
  prefix: 'MRW-',
  firstNumber: 1001,
  taxIds: [{ name: 'VAT', value: 'DE 312 456 789' }],
  notes: ['Amtsgericht Charlottenburg, HRA 40112'],
  thanks: 'Thank you. What is not right can come back for thirty days; a line to us is enough.',
} as const

/**
 * Opens Morrow, the demo shop: catalogue, pictures, stock, settings, a signing key, and an app for headless clients (`demoClientId`).
 * All or nothing, in one transaction; where the shop is already, nothing changes.
 */
export async function seedDemo({ database, originals, now, history, onProgress, onMember }: DemoOptions): Promise<void> {
  const catalogue = readCatalogue()
  const opened = await database.transact(async (db) => {
    // Two processes that start at once: the second waits here until the first is done, and then finds the shop.
    const [made] = await db.query(sql`
      insert into site (site, name, seed, created_at) values (${demoSite}, ${catalogue.shop.name}, ${history ? 'demo' : 'catalogue'}, ${now})
      on conflict (site) do nothing returning site`)
    if (!made) return undefined
    onProgress?.(`Filling ${catalogue.shop.name}, the demo shop, with ${catalogue.products.length} products and their pictures …`)
    const files = await fill(db, originals, catalogue, now)
    if (!history) return {}
    onProgress?.('Writing down what was sold there in the last year and a half …')
    await addHistory(db, { products: catalogue.products, origin: history.origin, timeZone: commerce.timeZone, now })
    await writePastInvoices(db, demoSite, { origin: history.origin, newest: 60, refunded: 6 })
    const login = await addMembers(db, now)
    await addApplicants(db, now)
    await addBuyersReviews(db, files, now)
    await addMembersAnswers(db, now)
    await addWishlists(db, catalogue.products, now)
    await addWaiting(db, catalogue, now)
    return { login }
  })
  if (!opened) return
  await learnFromHistory(database, now)
  if (opened.login) onMember?.(opened.login)
}

/** What the shop's jobs would find out within the hour: what sells, and what goes with what. */
async function learnFromHistory(database: Database, now: Date): Promise<void> {
  await countSales({ database, findSales }, demoSite, now)
  await learn(database, learning, demoSite, now)
}

/** What is written to files on the way is named by its content: written again, it is the same. */
async function fill(db: Db, originals: OriginalStore, catalogue: Catalogue, now: Date): Promise<Files> {
  await ensureSigningKey(db, demoSite, now)
  await registerOauthApp(
    db,
    { site: demoSite, id: demoClientId, name: 'Headless', redirectUris: ['http://localhost:*/*', 'http://127.0.0.1:*/*'] },
    now,
  )
  const context = { db, site: demoSite, now }
  const files = await addFiles(context, originals, catalogue)
  await addFilmCaptions(context, originals, files, catalogue)
  await addThumbnails(context, originals, files, catalogue)
  await writeSettings(db, demoSite, 'shop', presentation(catalogue, files), now)
  await writeSettings(db, demoSite, 'newsletter', newsletter, now)
  await writeSettings(db, demoSite, 'requestLog', { enabled: true }, now)
  await writeSettings(db, demoSite, 'commerce', commerce, now)
  await writeSettings(db, demoSite, 'shipping', { zones }, now)
  await writeSettings(db, demoSite, 'taxes', taxes, now)
  await writeSettings(db, demoSite, 'payments', payments, now)
  await writeSettings(db, demoSite, 'mail', mail(files), now)
  await writeSettings(db, demoSite, 'invoices', invoices, now)
  await writeSettings(db, demoSite, 'checkout', checkout, now)
  await publishPages(db, demoSite, pages, { now, values: fieldValues(await settings().read(db, demoSite), []) })
  for (const [place, { slug, name, description, cover }] of inOrder(catalogue)) {
    const picture = pictureAt(files, cover.path, cover.alt, cover.focalPoint)
    await saveCollection(db, demoSite, { id: collectionIdOf(slug), slug, name, description, visible: true, position: place, picture }, now)
  }
  const sold = await addSoldFiles(context, originals, catalogue)
  const drafts = catalogue.products.map((entry, place) => draftOf(entry, place, files, sold.get(entry.slug), commerce.currency, now))
  await saveProducts(db, demoSite, commerce, drafts, now)
  await setStock(db, demoSite, catalogue.products.flatMap(countsOf), now)
  await addOffers(db, catalogue.products, commerce.currency, now)
  await addReviews(db, catalogue, files, now)
  await addQuestions(db, now)
  return files
}

const inOrder = ({ collections }: Catalogue) => {
  const place = (slug: string) => hours.findIndex(([each]) => each === slug)
  return [...collections].sort((a, b) => place(a.slug) - place(b.slug)).entries()
}

const mail = (files: Files) => ({
  from: 'Morrow <hello@morrow.example>',
  replyTo: 'hello@morrow.example',
  picture: {
    path: `${renditionPath(fileAt(files, 'hero/breakfast.webp').id, { how: 'fill', width: 1120, height: 560, quality: 80, encoding: 'jpeg' })}/breakfast.jpg`,
    alt: 'A breakfast table in morning window light',
  },
})
