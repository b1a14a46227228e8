import type { PageTemplate, PageTemplateRegion } from '@vitrine/contract'
import { euTemplates } from './eu.ts'
import { usTemplates } from './us.ts'

/** Of the union, of the European Economic Area beside it, and two whose law is close to it. */
const european = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO GB CH'.split(' '))

/** By whose law a shop's templates are: where it stands, unless somebody says otherwise. */
export const regionOf = (country: string): PageTemplateRegion => (european.has(country) ? 'EU' : 'US')

export const templatesOf = (region: PageTemplateRegion): readonly PageTemplate[] => (region === 'EU' ? euTemplates : usTemplates)
