import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { to } from '../shop/shop.ts'
import type { Asks } from './asks.ts'

export interface ApplyingProps {
  /** The pages of the shop that say it, where it has them. */
  terms: string | undefined
  withdrawal: string | undefined
}

export function applyingOf({ policies }: Asks): ApplyingProps {
  const slugOf = (of: string) => policies.find(({ name }) => name === of)?.slug
  return { terms: slugOf('termsAndConditions'), withdrawal: slugOf('withdrawal') }
}

/** What holds for each order, whether or not there is a box to be ticked. */
export function Applying({ terms, withdrawal }: ApplyingProps) {
  if (terms && withdrawal)
    return (
      <>
        {' '}
        The <Page slug={terms}>terms</Page> and your <Page slug={withdrawal}>right of withdrawal</Page> apply.
      </>
    )
  if (terms)
    return (
      <>
        {' '}
        The <Page slug={terms}>terms</Page> apply.
      </>
    )
  return withdrawal ? (
    <>
      {' '}
      Your <Page slug={withdrawal}>right of withdrawal</Page> applies.
    </>
  ) : null
}

const Page = ({ slug, children }: { slug: string; children: ReactNode }) => (
  <Link className="link" to={to.page(slug)} target="_blank">
    {children}
  </Link>
)
