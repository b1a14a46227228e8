import { Link } from 'react-router'
import type { Way } from '../shop/shop.ts'

/** What one agrees to by opening an account, as far as the shop has pages for it. */
export function Legal({ ways }: { ways: readonly Way[] }) {
  const [terms, privacy] = [find(ways, /terms|agb|conditions/i), find(ways, /privacy|datenschutz|confidentialité/i)]
  if (!terms && !privacy) return null
  return (
    <p className="small soft">
      {terms && (
        <>
          With this you agree to the <LegalLink way={terms}>terms</LegalLink>.{' '}
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
