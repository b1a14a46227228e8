import type { Asks } from './asks.ts'

/** What the shop wants to be read: each opens where it stands, so it works without script and loses nothing that was written. */
export function Policies({ of: policies }: { of: Asks['policies'] }) {
  if (policies.length === 0) return null
  return (
    <div className="co-policies" id="policies">
      {policies.map(({ name, title, content }) => (
        <details key={name} className="co__more">
          <summary>
            <span className="link">{title}</span>
          </summary>
          <div className="co-policies__in">
            {content.split(/\n{2,}/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </details>
      ))}
    </div>
  )
}
