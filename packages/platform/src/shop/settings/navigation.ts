import type { MenuLink, Navigation, navigation, ShopLink } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { revisionOf } from '../../kernel/revision.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import type { ShopSettings } from '../../kernel/settings/shop-settings.ts'

type Values = Omit<Navigation, 'revision'>

const link = ({ label, href }: ShopLink): ShopLink => ({ label, href })

/** A link without links below it is one as any other. */
const menuLink = ({ links = [], ...own }: MenuLink): MenuLink => ({ ...link(own), ...(links.length > 0 && { links: links.map(link) }) })

/** In one order of their names, whatever the database makes of it. */
const valuesOf = ({ menu, footer: { groups, legal, words } }: Pick<ShopSettings, 'menu' | 'footer'>): Values => ({
  menu: menu.map(menuLink),
  groups: groups.map(({ title, links }) => ({ title, links: links.map(link) })),
  legal: legal.map(link),
  ...(words && { words }),
})

const shown = (values: Values): Navigation => ({ revision: revisionOf(values), ...values })

/** The menu over the pages of a shop, and what stands at their foot. */
export const navigationOperations = ({
  readSettings,
}: {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}): Handlers<typeof navigation> => ({
  async 'GET /vitrine/v1/navigation'(_, { db, site }) {
    return { navigation: shown(valuesOf((await readSettings(db, site)).shop)) }
  },

  async 'PATCH /vitrine/v1/navigation'({ navigation: { revision, menu, groups, legal, words } }, { db, site, now }) {
    const { document } = await lockSection(db, site, 'shop', (await readSettings(db, site)).shop, now)
    const before = valuesOf(document)
    if (revision && revision !== revisionOf(before)) return refuse('STALE_REVISION')
    const said = words === undefined ? before.words : words?.trim()
    const after: ShopSettings = {
      ...document,
      menu: menu?.map(menuLink) ?? before.menu,
      footer: { groups: groups ?? before.groups, legal: legal ?? before.legal, ...(said && { words: said }) },
    }
    await writeSettings(db, site, 'shop', after, now)
    return { navigation: shown(valuesOf(after)) }
  },
})
