import { buttonClass, Icon } from '@vitrine/ui'
import { ShieldCheck } from 'lucide-react'

/** Ten ways back in, shown this once. */
export function RecoveryCodes({ of: codes }: { of: readonly string[] }) {
  return (
    <section className="codes" aria-labelledby="codes">
      <h2 id="codes">
        <Icon of={ShieldCheck} /> Keep these somewhere safe
      </h2>
      <p className="soft">Each lets you in once, without the app. They are shown this once.</p>
      <ul className="codes__all figures">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>
        <a
          className={buttonClass({ line: true, small: true })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(codes.join('\n'))}`}
          download="recovery-codes.txt"
        >
          Keep them as a file
        </a>
      </p>
    </section>
  )
}
