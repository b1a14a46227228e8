import { sql } from '../../kernel/db/sql.ts'
import { revisionsOf, type Settings } from '../../kernel/settings/settings.ts'
import { type Facts, statesOf } from '../catalogue/facts.ts'
import type { Basis } from '../selling/basis.ts'

/** The revisions of the settings and the states of the products, `|` between them. */
export const basisOf = (settings: Pick<Settings, 'takeIn'>, catalogue: Pick<Facts, 'takeIn'>): Basis => ({
  now: (site, products) => sql`${revisionsOf(site)} || '|' || ${statesOf(site, products)}`,
  takeIn(db, site, products, basis) {
    const end = basis.indexOf('|')
    settings.takeIn(db, site, basis.slice(0, end))
    catalogue.takeIn(db, site, products, basis.slice(end + 1))
  },
})
