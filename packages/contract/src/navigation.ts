import * as z from 'zod'
import { linkForms, linkOf } from './link.ts'
import { operation, operations } from './operation.ts'
import { text } from './primitives.ts'
import { MenuLink, ShopLink } from './shop.ts'

/** What leads through the shop: the menu over its pages, and what stands at their foot. */
export const Navigation = z.object({
  /** Another one whenever one of the values below is. */
  revision: z.string(),
  /** Empty for the usual one: all products and the first collections. */
  menu: z.array(MenuLink),
  /** Columns at the foot. */
  groups: z.array(z.object({ title: z.string(), links: z.array(ShopLink) })),
  /** Small links below the columns, before the pages that are linked at the foot by themselves. */
  legal: z.array(ShopLink),
  /** A few sentences at the foot; what the shop says of itself, where there are none. */
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

  /** What is absent stays; null takes the words away. A link of the menu may have links of its own below it, one level deep. */
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
