import { Picture } from '@vitrine/ui'
import { Link } from 'react-router'
import { type Shop, to } from './shop.ts'

/** The name of the shop over its pages, in words or as a picture: the way home. */
export const Wordmark = ({ shop }: { shop: Pick<Shop, 'name' | 'wordmark' | 'logo'> | undefined }) => (
  <Link className="wordmark" to={to.home} aria-label={`${(shop?.logo ? shop.name : shop?.wordmark) ?? ''}, home`}>
    {shop?.logo ? <Picture of={shop.logo} sizes="15vw" eager silent /> : shop?.wordmark}
  </Link>
)
