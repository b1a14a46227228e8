import type { FileUse, PageBlock, PageKind } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { idsInTexts } from '../../kernel/query/ids-in-texts.ts'
import type { FieldValues } from '../../kernel/settings/page-fields.ts'
import type { PublishedPageEntry } from '../../kernel/settings/page-settings.ts'

export interface StoredPageSummary {
  readonly id: string
  readonly kind: PageKind
  readonly slug: string
  readonly title: string
  readonly inFooter: boolean
  readonly inCheckout: boolean
  readonly inRegistration: boolean
  readonly publishedVersion: number | null
  readonly latestVersion: number
  readonly agreedTo: boolean
  readonly changed: boolean
  readonly revision: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What a page says. */
export interface PageText {
  readonly title: string
  readonly content: readonly PageBlock[]
  readonly seoTitle: string | null
  readonly seoDescription: string | null
}

export interface StoredPage extends StoredPageSummary, PageText {}

export interface StoredVersion {
  readonly version: number
  readonly title: string
  readonly publishedAt: Date
  readonly publishedBy: string | null
}

const summary = sql`p.id, p.kind, p.slug, p.title, p.in_footer as "inFooter", p.in_checkout as "inCheckout",
  p.in_registration as "inRegistration", p.published_version as "publishedVersion", p.latest_version as "latestVersion",
  p.agreed_to as "agreedTo", p.revision::text as revision, p.created_at as "createdAt", p.updated_at as "updatedAt",
  (p.title, p.content, p.seo_title, p.seo_description) is distinct from (v.title, v.content, v.seo_title, v.seo_description) as changed`
const latest = sql`site_page p left join site_page_version v on v.site = p.site and v.page_id = p.id and v.version = p.latest_version`
const words = sql`p.content, p.seo_title as "seoTitle", p.seo_description as "seoDescription"`

export const findPages = (db: Db, site: string, most: number): Promise<StoredPageSummary[]> =>
  db.query<StoredPageSummary>(sql`select ${summary} from ${latest} where p.site = ${site} order by p.title, p.id limit ${most}`)

const onePage = async (db: Db, where: Sql): Promise<StoredPage | undefined> =>
  (await db.query<StoredPage>(sql`select ${summary}, ${words} from ${latest} where ${where}`))[0]

export const findPage = (db: Db, site: string, id: string): Promise<StoredPage | undefined> =>
  onePage(db, sql`p.site = ${site} and p.id = ${id}`)

/** Another page with this address, or of this kind where there is only one of it. */
export async function findRivals(
  db: Db,
  site: string,
  { id, slug, kind }: Pick<StoredPage, 'id' | 'slug' | 'kind'>,
): Promise<{ readonly id: string; readonly slug: string; readonly kind: PageKind }[]> {
  return db.query(sql`
    select id, slug, kind from site_page
    where site = ${site} and id <> ${id} and (slug = ${slug} or (kind = ${kind} and kind <> 'OTHER')) limit 10`)
}

export async function savePage(db: Db, site: string, page: StoredPage): Promise<void> {
  await db.query(sql`
    insert into site_page (site, id, kind, slug, title, content, seo_title, seo_description, in_footer, in_checkout, in_registration,
      published_version, latest_version, agreed_to, revision, created_at, updated_at)
    values (${site}, ${page.id}, ${page.kind}, ${page.slug}, ${page.title}, ${JSON.stringify(page.content)}::jsonb, ${page.seoTitle},
      ${page.seoDescription}, ${page.inFooter}, ${page.inCheckout}, ${page.inRegistration}, ${page.publishedVersion},
      ${page.latestVersion}, ${page.agreedTo}, ${page.revision}, ${page.createdAt}, ${page.updatedAt})
    on conflict (site, id) do update set kind = excluded.kind, slug = excluded.slug, title = excluded.title, content = excluded.content,
      seo_title = excluded.seo_title, seo_description = excluded.seo_description, in_footer = excluded.in_footer,
      in_checkout = excluded.in_checkout, in_registration = excluded.in_registration, published_version = excluded.published_version,
      latest_version = excluded.latest_version, agreed_to = excluded.agreed_to, revision = excluded.revision,
      updated_at = excluded.updated_at`)
}

export async function deletePage(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from site_page_version where site = ${site} and page_id = ${id}`)
  await db.query(sql`delete from site_page where site = ${site} and id = ${id}`)
}

/** Makes a version of a page as it is written. */
export async function insertVersion(
  db: Db,
  site: string,
  pageId: string,
  version: number,
  { title, content, seoTitle, seoDescription }: PageText,
  { at, by, values }: { readonly at: Date; readonly by: string | null; readonly values: FieldValues },
): Promise<void> {
  await db.query(sql`
    insert into site_page_version (site, page_id, version, title, content, seo_title, seo_description, published_at, published_by, field_values)
    values (${site}, ${pageId}, ${version}, ${title}, ${JSON.stringify(content)}::jsonb, ${seoTitle}, ${seoDescription}, ${at}, ${by},
      ${JSON.stringify(values)}::jsonb)`)
}

const versionColumns = sql`version, title, published_at as "publishedAt", published_by as "publishedBy"`

export const findVersions = (db: Db, site: string, pageId: string): Promise<StoredVersion[]> =>
  db.query<StoredVersion>(sql`
    select ${versionColumns} from site_page_version where site = ${site} and page_id = ${pageId} order by version desc limit 100`)

export async function findVersion(
  db: Db,
  site: string,
  pageId: string,
  version: number,
): Promise<(StoredVersion & PageText & { readonly fieldValues: FieldValues | null }) | undefined> {
  const [row] = await db.query<StoredVersion & PageText & { readonly fieldValues: FieldValues | null }>(sql`
    select ${versionColumns}, content, seo_title as "seoTitle", seo_description as "seoDescription", field_values as "fieldValues"
    from site_page_version where site = ${site} and page_id = ${pageId} and version = ${version}`)
  return row
}

/** What shoppers read, by its title. */
export const findPublished = (db: Db, site: string): Promise<PublishedPageEntry[]> =>
  db.query<PublishedPageEntry>(sql`
    select p.id, p.kind, p.slug, v.title, v.version, p.in_footer as "inFooter", p.in_checkout as "inCheckout",
      p.in_registration as "inRegistration", array(
        select distinct found #>> '{}' from jsonb_path_query(v.content, '$.**.field') as found order by 1
      ) as fields
    from site_page p join site_page_version v on v.site = p.site and v.page_id = p.id and v.version = p.published_version
    where p.site = ${site} order by v.title, p.id limit 100`)

/** What pages say, in their newest version and in the one that is published. */
const said = (site: string) => sql`
  select id, title, updated_at, content::text as text from site_page where site = ${site}
  union all
  select p.id, p.title, p.updated_at, v.content::text from site_page p
    join site_page_version v on v.site = p.site and v.page_id = p.id and v.version = p.published_version
  where p.site = ${site}`

/** Pages that show a file, by title. */
export async function usesOnPages(db: Db, site: string, fileId: string, most: number): Promise<readonly FileUse[]> {
  const rows = await db.query<{ id: string; name: string; changedAt: Date }>(sql`
    select id, min(title) as name, max(updated_at) as "changedAt" from (${said(site)}) said
    where position(${fileId} in text) > 0 group by id order by name, id limit ${most}`)
  return rows.map(({ id, name, changedAt }) => ({ kind: 'PAGE', id, name, changedDate: changedAt.toISOString() }))
}

/** Those of some files that pages show. */
export const usedOnPages = (db: Db, site: string, ids: readonly string[]): Promise<readonly string[]> => idsInTexts(db, ids, said(site))
