import { Refused } from '@vitrine/client'
import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { client } from '../../client.ts'
import { placedAt } from '../../orders/text.ts'
import { refusedText } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { unanswered } from '../../parts/unanswered.ts'
import { useShop } from '../../shop.ts'

/** What the address carries along where a product was saved to be looked at. */
export const toBePreviewed = { preview: true } as const

const holds = [
  { hours: 24, says: 'A day' },
  { hours: 168, says: 'A week' },
  { hours: 720, says: 'Thirty days' },
] as const

interface PreviewProps {
  /** Absent of a product that is not saved yet. */
  id?: string | undefined
  isDirty: boolean
  disabled: boolean
  /** Saves what is written; false where that cannot be. */
  onSave: () => Promise<boolean>
}

/** Looks at a product that shoppers do not see; what is written is saved before. */
export function Preview({ id, isDirty, disabled, onSave }: PreviewProps) {
  const { state } = useLocation() as { state: Partial<typeof toBePreviewed> | null }
  const [isOpen, setIsOpen] = useState(id !== undefined && state?.preview === true)
  const look = async () => {
    if (!isDirty || (await onSave())) setIsOpen(true)
  }
  return (
    <>
      <Button icon={Eye} disabled={disabled} onClick={() => void look()}>
        {isDirty ? 'Save and preview' : 'Preview'}
      </Button>
      {isOpen && id !== undefined && <PreviewDialog id={id} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function PreviewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { timeZone } = useShop()
  const say = useSay()
  const [hours, setHours] = useState<number>(168)
  const [link, setLink] = useState<{ readonly url: string; readonly expiresDate: string; readonly hours: number }>()
  useEffect(() => {
    let isWanted = true
    client.merchantProducts.makeProductPreview({ id, hours }).then(
      (made) => isWanted && setLink({ ...made, hours }),
      (error: unknown) => isWanted && say({ text: error instanceof Refused ? refusedText(error) : unanswered, bad: true }),
    )
    return () => {
      isWanted = false
    }
  }, [id, hours, say])
  const made = link?.hours === hours ? link : undefined
  return (
    <Dialog
      title="Preview"
      about="Whoever has the link sees the product as it is then. Nothing can be bought there, and search engines leave it out."
      does="Open the preview"
      also={
        <Button
          disabled={!made}
          onClick={() => void navigator.clipboard.writeText(made!.url).then(() => say({ text: 'The link is copied.' }))}
        >
          Copy the link
        </Button>
      }
      busy={false}
      disabled={!made}
      onDo={() => {
        window.open(made!.url, '_blank', 'noreferrer')
        onClose()
      }}
      onClose={onClose}
    >
      <div className="stack">
        <TextField label="Link" mono readOnly value={made?.url ?? ''} onFocus={({ target }) => target.select()} />
        <SelectField
          label="Works for"
          value={hours}
          hint={made && `Until ${placedAt(made.expiresDate, timeZone)}`}
          onChange={({ target }) => setHours(Number(target.value))}
        >
          {holds.map((one) => (
            <option key={one.hours} value={one.hours}>
              {one.says}
            </option>
          ))}
        </SelectField>
      </div>
    </Dialog>
  )
}
