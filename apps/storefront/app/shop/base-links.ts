import type { Shop as Said } from '@vitrine/contract'
import { to, type Way } from './shop.ts'

/**
 * What stands at the foot of every page: what the shop lists, and those of its pages that are not among that. Whoever lost the email of their order
 * finds it from there, also in a shop that has written no footer.
 */
export function baseLinks({ footer: { groups, legal }, pages }: Pick<Said, 'footer' | 'pages'>): Way[] {
  const listed = new Set([...legal, ...groups.flatMap(({ links }) => links)].map(({ href }) => href))
  const own = pages.filter(({ inFooter }) => inFooter).map(({ slug, title }) => ({ label: title, href: to.page(slug) }))
  const cookies = own.length > 0 ? [{ label: 'Cookies', href: to.cookies }] : []
  const order = { label: 'Where is my order', href: to.findOrder }
  return [...legal, ...[order, ...own, ...cookies].filter(({ href }) => !listed.has(href))]
}
