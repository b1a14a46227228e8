import type { lookOperations as contract, Shop } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import type { Previews } from '../../kernel/previews.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import type { HomeSectionSettings, ShopSettings } from '../../kernel/settings/shop-settings.ts'
import { changedLook, documentOf, type KnownPicture, type LookDocument, picturesIn, type SentLook, withLook } from './document.ts'
import { contrastOf } from './palette.ts'
import { lookRevision, showLook, showVersion } from './show.ts'
import { findPreview, findVersion, findVersions, insertVersion, newestVersion, savePreview } from './store.ts'
import { bothColors } from './theme.ts'

const previewHours = 7 * 24

export interface LookDeps {
  readonly publicUrl: string
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  /** Public pictures of the library, by their ids; those that are none are not in it. */
  readonly findPictures: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, KnownPicture>>
  readonly staffNames: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly previews: Previews
  /** What everyone may know about the shop with other settings. */
  readonly showShop: (db: Db, site: string, settings: Sections, now: Date) => Promise<Shop>
  /** The sections of a home page that nobody has laid out, of a shop with so many wide pictures. */
  readonly usualHome: (heroes: number) => readonly HomeSectionSettings[]
}

export function lookOperations({
  publicUrl,
  readSettings,
  findPictures,
  staffNames,
  previews,
  showShop,
  usualHome,
}: LookDeps): Handlers<typeof contract> {
  const shown = (document: LookDocument) => showLook(document, document.home ?? usualHome(document.heroes.length), publicUrl)

  const changed = async (db: Db, site: string, before: LookDocument, sent: SentLook) =>
    changedLook(before, sent, await findPictures(db, site, picturesIn(sent)))

  const contrastIn = ({ colors }: LookDocument) => {
    const { light, dark } = bothColors(colors)
    return [...contrastOf('LIGHT', light), ...contrastOf('DARK', dark)]
  }

  /** Writes a look over the one that shoppers see. What was there before the first version is the first. */
  async function publish(db: Db, site: string, shop: ShopSettings, document: LookDocument, { now, caller }: { now: Date; caller: Caller }) {
    await writeSettings(db, site, 'shop', withLook(shop, document), now)
    let version = await newestVersion(db, site)
    if (version === 0) await insertVersion(db, site, { version: ++version, publishedAt: now, publishedBy: null }, documentOf(shop))
    const publishedBy = caller.kind === 'user' ? caller.userId : null
    await insertVersion(db, site, { version: version + 1, publishedAt: now, publishedBy }, document)
    return { look: shown(document) }
  }

  const lock = async (db: Db, site: string, now: Date) =>
    (await lockSection(db, site, 'shop', (await readSettings(db, site)).shop, now)).document

  return {
    async 'GET /vitrine/v1/look'(_, { db, site }) {
      return { look: shown(documentOf((await readSettings(db, site)).shop)) }
    },

    async 'PATCH /vitrine/v1/look'({ look: { revision, ...sent } }, scope) {
      const { db, site, now } = scope
      const shop = await lock(db, site, now)
      const before = documentOf(shop)
      if (revision && revision !== lookRevision(before)) return refuse('STALE_REVISION')
      const after = await changed(db, site, before, sent)
      if (after instanceof Refusal) return after
      const contrast = sent.colors ? contrastIn(after) : []
      if (contrast.length > 0) return refuse('LOOK_CONTRAST_TOO_LOW', { contrast })
      return lookRevision(after) === lookRevision(before) ? { look: shown(before) } : publish(db, site, shop, after, scope)
    },

    async 'POST /vitrine/v1/look-previews'({ look: sent, id = newId() }, { db, site, now }) {
      const document = await changed(db, site, documentOf((await readSettings(db, site)).shop), sent)
      if (document instanceof Refusal) return document
      await savePreview(db, site, id, document, now)
      const { token, expiresAt } = await previews.sign(site, id, previewHours, now)
      return {
        id,
        url: `${publicUrl}/?${new URLSearchParams({ look: token })}`,
        expiresDate: expiresAt.toISOString(),
        look: shown(document),
        contrast: contrastIn(document),
      }
    },

    async 'GET /vitrine/v1/look-previews/{token}'({ token }, { db, site, now }) {
      const preview = await previews.read(site, token)
      const document = preview && (await findPreview(db, site, preview.id))
      if (!document) return refuse('LOOK_PREVIEW_NOT_FOUND')
      const settings = await readSettings(db, site)
      return { shop: await showShop(db, site, { ...settings, shop: withLook(settings.shop, document) }, now) }
    },

    async 'GET /vitrine/v1/look/versions'(_, { db, site }) {
      const versions = await findVersions(db, site)
      const names = await staffNames(db, site, [...new Set(versions.flatMap(({ publishedBy }) => publishedBy ?? []))])
      return { versions: versions.map((version) => showVersion(version, versions[0]!.version, names)) }
    },

    async 'POST /vitrine/v1/look/versions/{version}/restore'({ version }, scope) {
      const { db, site, now } = scope
      const shop = await lock(db, site, now)
      const document = await findVersion(db, site, Number(version))
      if (!document) return refuse('LOOK_VERSION_NOT_FOUND')
      const ids = picturesIn({ ...document, sections: document.home })
      const pictures = await findPictures(db, site, ids)
      return ids.every((id) => pictures.has(id)) ? publish(db, site, shop, document, scope) : refuse('MEDIA_NOT_FOUND')
    },
  }
}
