import type { pages, Received } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import { freeSlug } from '../../kernel/free-slug.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import type { Previews } from '../../kernel/previews.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import { type FieldValues, fieldValues, type NamedProvider } from '../../kernel/settings/page-fields.ts'
import { freshPages } from '../../kernel/settings/page-settings.ts'
import type { PaymentSettings, Sections } from '../../kernel/settings/sections.ts'
import { checkedDocument, saysSomething } from './document-rules.ts'
import { agreedTo, newPage } from './new-page.ts'
import { byKind } from './order.ts'
import { writePublished } from './published.ts'
import { reservedSlugs } from './reserved-slugs.ts'
import { showPage, showPublished, showSummary, showVersion } from './show.ts'
import {
  deletePage,
  findPage,
  findPages,
  findRivals,
  findVersion,
  findVersions,
  insertVersion,
  type StoredPage,
  savePage,
} from './store.ts'
import { regionOf, templatesOf } from './templates/regions.ts'

/** As many pages as a shop may have. */
const mostPages = 100
const previewHours = 7 * 24

export interface PageDeps {
  readonly publicUrl: string
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  /** The providers of payments that a shop with these settings has. */
  readonly providersOf: (settings: PaymentSettings) => readonly NamedProvider[]
  readonly staffNames: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly previews: Previews
  /** A page had another address until now. */
  readonly slugChanged: (db: Db, site: string, was: string, is: string, now: Date) => Promise<void>
}

type Sent = Partial<Received<'PATCH /vitrine/v1/pages/{page.id}'>['page']>

export function pageOperations(deps: PageDeps): Handlers<typeof pages> {
  const { readSettings, providersOf, publicUrl, previews } = deps

  /** One change of pages after the other: which of them are published is written down with each. */
  const lock = (db: Db, site: string, now: Date) => lockSection(db, site, 'pages', freshPages, now)

  async function save(db: Db, site: string, page: StoredPage, now: Date) {
    await savePage(db, site, page)
    await writePublished(db, site, now)
    return { page: showPage((await findPage(db, site, page.id))!) }
  }

  /** What was sent over what was there, where it may be so. */
  async function changed(db: Db, site: string, before: StoredPage, sent: Sent) {
    const content = sent.content === undefined ? before.content : checkedDocument(sent.content)
    if (content instanceof Refusal) return content
    const kind = sent.kind ?? before.kind
    const slug = sent.slug ?? before.slug
    if (reservedSlugs.has(slug)) return refuse('PAGE_SLUG_RESERVED')
    const rivals = await findRivals(db, site, { id: before.id, slug, kind })
    if (rivals.some((other) => other.slug === slug)) return refuse('PAGE_SLUG_TAKEN')
    if (rivals[0]) return refuse('PAGE_KIND_TAKEN', { pageId: rivals[0].id })
    const seo = sent.seo === null ? { title: null, description: null } : sent.seo
    const over = (was: string | null, said: string | null | undefined) => (said === undefined ? was : said?.trim() || null)
    const page: StoredPage = {
      ...before,
      kind,
      slug,
      title: (sent.title ?? before.title).trim(),
      content,
      seoTitle: over(before.seoTitle, seo?.title),
      seoDescription: over(before.seoDescription, seo?.description),
      inFooter: sent.inFooter ?? before.inFooter,
      inCheckout: sent.inCheckout ?? before.inCheckout,
      inRegistration: sent.inRegistration ?? before.inRegistration,
    }
    return agreedTo(page)
  }

  const valuesOf = (settings: Sections) => {
    const locale = localeIn(settings.shop.language, settings.commerce.country)
    const days = new Intl.DateTimeFormat([locale, 'en'], { dateStyle: 'long', timeZone: settings.commerce.timeZone })
    return { values: fieldValues(settings, providersOf(settings.payments ?? {})), dayOf: (day: Date) => days.format(day) }
  }

  return {
    async 'GET /vitrine/v1/pages'(_, { db, site, now }) {
      const { values, dayOf } = valuesOf(await readSettings(db, site))
      const all = Object.entries({ ...values, DATE: dayOf(now) }) as [keyof typeof values | 'DATE', string][]
      return {
        pages: (await findPages(db, site, mostPages)).toSorted(byKind).map(showSummary),
        fields: all.map(([field, value]) => ({ field, value })),
      }
    },

    async 'POST /vitrine/v1/pages'({ page: sent }, { db, site, now }) {
      await lock(db, site, now)
      if ((await findPages(db, site, mostPages)).length >= mostPages) return refuse('TOO_MANY_PAGES', { limit: mostPages })
      const page = await changed(db, site, newPage(sent, now), sent)
      return page instanceof Refusal ? page : save(db, site, page, now)
    },

    async 'GET /vitrine/v1/page-templates'({ region }, { db, site }) {
      const by = region ?? regionOf((await readSettings(db, site)).commerce.country)
      return { region: by, templates: [...templatesOf(by)] }
    },

    async 'POST /vitrine/v1/pages/from-templates'({ region, kinds }, { db, site, now }) {
      await lock(db, site, now)
      const by = region ?? regionOf((await readSettings(db, site)).commerce.country)
      const there = await findPages(db, site, mostPages)
      const missing = templatesOf(by).filter(({ kind }) => kinds.includes(kind) && there.every((page) => page.kind !== kind))
      if (there.length + missing.length > mostPages) return refuse('TOO_MANY_PAGES', { limit: mostPages })
      const slugs = new Set(there.map(({ slug }) => slug))
      const made = missing.map((template) => ({
        ...newPage(template, now),
        ...template,
        slug: freeSlug(template.slug, (slug) => slugs.has(slug)),
      }))
      for (const page of made) await savePage(db, site, page)
      return { pages: made.map(showSummary) }
    },

    async 'GET /vitrine/v1/pages/{id}'({ id }, { db, site }) {
      const page = await findPage(db, site, id)
      return page ? { page: showPage(page) } : refuse('PAGE_NOT_FOUND')
    },

    async 'PATCH /vitrine/v1/pages/{page.id}'({ page: sent }, { db, site, now }) {
      await lock(db, site, now)
      const before = await findPage(db, site, sent.id)
      if (!before) return refuse('PAGE_NOT_FOUND')
      if (sent.revision && sent.revision !== before.revision) return refuse('STALE_REVISION')
      const page = await changed(db, site, before, sent)
      if (page instanceof Refusal) return page
      if (page.slug !== before.slug && page.publishedVersion !== null) await deps.slugChanged(db, site, before.slug, page.slug, now)
      return save(db, site, next(page, now), now)
    },

    async 'DELETE /vitrine/v1/pages/{id}'({ id }, { db, site, now }) {
      await lock(db, site, now)
      const page = await findPage(db, site, id)
      if (!page) return refuse('PAGE_NOT_FOUND')
      if (page.agreedTo) return refuse('PAGE_AGREED_TO')
      await deletePage(db, site, page.id)
      await writePublished(db, site, now)
      return {}
    },

    async 'POST /vitrine/v1/pages/{id}/publish'({ id, revision }, { db, site, now, caller }) {
      await lock(db, site, now)
      const page = await findPage(db, site, id)
      if (!page) return refuse('PAGE_NOT_FOUND')
      if (revision && revision !== page.revision) return refuse('STALE_REVISION')
      if (!saysSomething(page.content)) return refuse('PAGE_EMPTY')
      if (!page.changed && page.publishedVersion === page.latestVersion) return { page: showPage(page) }
      const version = page.changed ? page.latestVersion + 1 : page.latestVersion
      if (page.changed) {
        const { values } = valuesOf(await readSettings(db, site))
        await insertVersion(db, site, page.id, version, page, { at: now, by: publisherOf(caller), values })
      }
      return save(db, site, next(agreedTo({ ...page, publishedVersion: version, latestVersion: version }), now), now)
    },

    async 'POST /vitrine/v1/pages/{id}/unpublish'({ id }, { db, site, now }) {
      await lock(db, site, now)
      const page = await findPage(db, site, id)
      if (!page) return refuse('PAGE_NOT_FOUND')
      if (page.publishedVersion === null) return { page: showPage(page) }
      return save(db, site, next({ ...page, publishedVersion: null }, now), now)
    },

    async 'GET /vitrine/v1/pages/{id}/versions'({ id }, { db, site }) {
      const page = await findPage(db, site, id)
      if (!page) return refuse('PAGE_NOT_FOUND')
      const versions = await findVersions(db, site, page.id)
      const names = await deps.staffNames(db, site, [...new Set(versions.flatMap(({ publishedBy }) => publishedBy ?? []))])
      return { versions: versions.map((version) => showVersion(version, page.publishedVersion, names)) }
    },

    async 'GET /vitrine/v1/pages/{id}/versions/{version}'({ id, version }, { db, site }) {
      const page = await findPage(db, site, id)
      if (!page) return refuse('PAGE_NOT_FOUND')
      const found = await findVersion(db, site, page.id, Number(version))
      if (!found) return refuse('PAGE_VERSION_NOT_FOUND')
      const names = await deps.staffNames(db, site, found.publishedBy === null ? [] : [found.publishedBy])
      return { version: showVersion(found, page.publishedVersion, names), content: [...found.content], ...heldFields(found.fieldValues) }
    },

    async 'POST /vitrine/v1/pages/{id}/versions/{version}/restore'({ id, version }, { db, site, now }) {
      await lock(db, site, now)
      const page = await findPage(db, site, id)
      if (!page) return refuse('PAGE_NOT_FOUND')
      const found = await findVersion(db, site, page.id, Number(version))
      if (!found) return refuse('PAGE_VERSION_NOT_FOUND')
      const { title, content, seoTitle, seoDescription } = found
      return save(db, site, next({ ...page, title, content, seoTitle, seoDescription }, now), now)
    },

    async 'POST /vitrine/v1/pages/{id}/preview'({ id }, { db, site, now }) {
      const page = await findPage(db, site, id)
      if (!page) return refuse('PAGE_NOT_FOUND')
      const { token, expiresAt } = await previews.sign(site, page.id, previewHours, now)
      return { url: `${publicUrl}/page-previews/${token}`, expiresDate: expiresAt.toISOString() }
    },

    async 'GET /vitrine/v1/page-previews/{token}'({ token }, { db, site, now }) {
      const preview = await previews.read(site, token)
      const page = preview && (await findPage(db, site, preview.id))
      if (!page) return refuse('PAGE_NOT_FOUND')
      const { values, dayOf } = valuesOf(await readSettings(db, site))
      return { page: showPublished(page, { ...page, version: 0 }, values, dayOf(now)), expiresDate: preview.expiresAt.toISOString() }
    },

    async 'GET /vitrine/v1/published-pages/{slug}'({ slug }, { db, site }) {
      const settings = await readSettings(db, site)
      const entry = settings.pages?.published.find((one) => one.slug === slug)
      const version = entry && (await findVersion(db, site, entry.id, entry.version))
      if (!version) return refuse('PAGE_NOT_FOUND')
      const { values, dayOf } = valuesOf(settings)
      return { page: showPublished(entry, version, values, dayOf(version.publishedAt)) }
    },
  }
}

const next = (page: StoredPage, now: Date): StoredPage => ({
  ...page,
  revision: String(BigInt(page.revision) + 1n),
  updatedAt: now,
})

/** What the settings said when the version was published. */
const heldFields = (values: FieldValues | null) =>
  values ? { fields: Object.entries(values).map(([field, value]) => ({ field: field as keyof FieldValues, value })) } : {}

const publisherOf = (caller: Caller): string | null => (caller.kind === 'user' ? caller.userId : null)
