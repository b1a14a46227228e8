import { CircleCheck, Copy, X } from 'lucide-react'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { useSay } from './toasts.tsx'

/** A secret that is shown once, to be copied. */
export interface Told {
  /** What it is, in a sentence. */
  readonly what: string
  /** What to do with it. */
  readonly more?: string
  readonly secret: string
}

export function ToldOnce({ what, more, secret, onSaved }: Told & { onSaved: () => void }) {
  const say = useSay()
  const copy = () => void navigator.clipboard.writeText(secret).then(() => say({ text: 'Copied.' }))
  return (
    <div className="note inset top" data-tone="success" role="status">
      <Icon of={CircleCheck} />
      <div>
        <p>
          <b>{what}</b> {more} Copy it now; it is shown this once.
        </p>
      </div>
      <div className="acts">
        <code className="secret">{secret}</code>
        {/* Browsers hand a page their clipboard over https and on this machine alone. */}
        {'clipboard' in navigator && (
          <Button small icon={Copy} onClick={copy}>
            Copy
          </Button>
        )}
        <IconButton small icon={X} name="I have it" onClick={onSaved} />
      </div>
    </div>
  )
}
