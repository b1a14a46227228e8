import { Icon } from '@vitrine/ui'
import { Heart } from 'lucide-react'
import { Link } from 'react-router'
import { wishlistAt } from './addresses.ts'

/** The way to the wish lists, beside the bag; narrow screens have it in the menu. */
export default function WishlistLink() {
  return (
    <Link className="t" to={wishlistAt.page} aria-label="Wish lists">
      <Icon of={Heart} />
    </Link>
  )
}
