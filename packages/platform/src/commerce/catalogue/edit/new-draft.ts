import { minor } from '@vitrine/pricing'
import { newId } from '../../../kernel/db/id.ts'
import type { ProductDraft } from '../product.ts'
import { slugOf } from './slug.ts'

/** A product of which only the name is said. */
export const emptyDraft = (name: string): ProductDraft => ({
  id: newId(),
  name,
  slug: slugOf(name),
  visible: true,
  itemType: 'PHYSICAL',
  description: '',
  sku: '',
  price: minor(0),
  sections: [],
  media: [],
  options: [],
  manageVariants: false,
  variants: [],
  collectionIds: [],
})
