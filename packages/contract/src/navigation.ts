import * as z from 'zod'
import { linkForms, linkOf } from './link.ts'
import { operation, operations } from './operation.ts'
import { text } from './primitives.ts'
import { MenuLink, ShopLink } from './shop.ts'

/** The navigation of the shop: its menu and its footer. */
export const Navigation = z.object({
  /** Changes whenever one of the values below does. */
  revision: z.string(),
  /** Empty for the default: all products and the first collections. */
  menu: z.array(MenuLink),
  /** Columns of the footer. */
  groups: z.array(z.object({ title: z.string(), links: z.array(ShopLink) })),
  /** Small links below the columns, before the pages that are linked in the footer automatically. */
  legal: z.array(ShopLink),
  /** A few sentences in the footer; by default the shop's description. */
  words: z.string().optional(),
})
export interface Navigation extends z.infer<typeof Navigation> {}

const Label = text(60, 1).regex(/\S/, 'is empty')
const Href = linkOf(linkForms, 'is no path of the shop, web address, email address or telephone number')
const Link = z.object({ label: Label, href: Href })

export const navigation = operations({
  'GET /vitrine/v1/navigation': operation({
    as: 'user',
    summary: 'Read the menu and the foot of the pages',
    input: z.object({}),
    ok: z.object({ navigation: Navigation }),
    errors: [],
  }),

  /** Absent fields stay unchanged; null removes the text. A link of the menu may have links of its own below it, one level deep. */
  'PATCH /vitrine/v1/navigation': operation({
    as: 'user',
    summary: 'Change the menu or the foot of the pages',
    input: z.object({
      navigation: z.object({
        revision: text(40).nullish(),
        menu: z
          .array(Link.extend({ links: z.array(Link).max(20).optional() }))
          .max(12)
          .optional(),
        groups: z
          .array(z.object({ title: Label, links: z.array(Link).max(20) }))
          .max(4)
          .optional(),
        legal: z.array(Link).max(12).optional(),
        words: text(600).nullish(),
      }),
    }),
    ok: z.object({ navigation: Navigation }),
    errors: [],
  }),
})
