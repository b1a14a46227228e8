import type { Details } from './order.ts'

/** How an order is paid that is paid by hand. */
export function HowToPay({ of: { name, instructions, onCollection } }: { of: NonNullable<Details['toPay']> }) {
  const lines = instructions.split(/\r?\n/).filter(Boolean)
  return (
    <>
      <p className="lead">
        {onCollection ? 'You pay when you collect it.' : `You pay by ${inside(name)}. As soon as it is with us we go on, and write to you.`}
      </p>
      {lines.length > 0 && (
        <p className="how-to-pay">
          {lines.map((line, at) => (
            <span key={line}>
              {at > 0 && <br />}
              {line}
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** `Bank transfer` within a sentence; abbreviations stay as they are. */
const inside = (name: string): string => (/^\p{Lu}\p{Ll}/u.test(name) ? name.slice(0, 1).toLowerCase() + name.slice(1) : name)
