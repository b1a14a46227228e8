import { Link } from 'react-router'
import type { Shop, Way } from '../shop/shop.ts'

interface LegalProps {
  /** The pages that the shop shows to whoever opens an account. */
  pages: Shop['joining']
  /** What stands at the foot of its pages: a shop that has no such pages may link to others. */
  listed: readonly Way[]
}

/** What one agrees to by opening an account, as far as the shop has pages for it. */
export function Legal({ pages, listed }: LegalProps) {
  const privacy = pages.find(({ kind }) => kind === 'PRIVACY') ?? find(listed, /privacy|datenschutz|confidentialité/i)
  const agreed = pages.filter(({ kind }) => kind !== 'PRIVACY')
  const terms = agreed.length > 0 ? agreed : [find(listed, /terms|agb|conditions/i)].filter((way) => way !== undefined)
  if (terms.length === 0 && !privacy) return null
  return (
    <p className="small soft">
      {terms.length > 0 && (
        <>
          With this you agree to{' '}
          {terms.map((way, at) => (
            <span key={way.href}>
              {at > 0 && (at === terms.length - 1 ? ' and ' : ', ')}
              <LegalLink way={way}>{way.label}</LegalLink>
            </span>
          ))}
          .{' '}
        </>
      )}
      {privacy && (
        <>
          We keep what the <LegalLink way={privacy}>privacy page</LegalLink> says, nothing more.
        </>
      )}
    </p>
  )
}

const find = (ways: readonly Way[], words: RegExp) => ways.find(({ label, href }) => words.test(label) || words.test(href))

const LegalLink = ({ way, children }: { way: Way; children: string }) => (
  <Link className="link" to={way.href} target="_blank">
    {children}
  </Link>
)
