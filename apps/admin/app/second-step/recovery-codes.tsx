import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  shop: string
}

/** Codes for when the phone is lost, shown once: to copy, or to save as a file. */
export function RecoveryCodes({ codes, shop }: RecoveryCodesProps) {
  const [copied, setCopied] = useState(false)
  const text = codes.join('\n')
  const save = () => {
    const url = URL.createObjectURL(
      new Blob([`Recovery codes for running ${shop}. Each is good once.\n\n${text}\n`], { type: 'text/plain' }),
    )
    const link = Object.assign(document.createElement('a'), { href: url, download: 'recovery-codes.txt' })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 1000)
  }
  return (
    <div className="stack-s">
      <ol className="words mono shown" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="soft">Each opens the door once, if the phone is lost. Keep them where the spare key is; they are shown this once.</p>
      <p className="row">
        <Button
          small
          icon={copied ? Check : Copy}
          data-first=""
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button small icon={Download} onClick={save}>
          Keep as a file
        </Button>
      </p>
    </div>
  )
}
