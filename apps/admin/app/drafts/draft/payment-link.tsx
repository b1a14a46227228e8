import { Link } from 'lucide-react'
import { linkCopied } from '../../orders/link-copied.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { useSay } from '../../parts/toasts.tsx'

/** Where a placed draft is paid, to be passed on. */
export function PaymentLink({ url, sum }: { url: string; sum: string }) {
  const say = useSay()
  return (
    <div className="stack-s">
      <TextField label="Link to pay" value={url} readOnly onFocus={({ target }) => target.select()} />
      <div>
        <Button small icon={Link} onClick={() => void linkCopied(url, sum).then((text) => say({ text }))}>
          Copy link
        </Button>
      </div>
    </div>
  )
}
