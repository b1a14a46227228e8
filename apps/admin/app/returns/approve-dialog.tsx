import { useState } from 'react'
import { client } from '../client.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, TextArea, TextField } from '../parts/field.tsx'
import { isEmptyOrWebAddress } from '../parts/link-target.ts'
import type { ReturnDialogProps } from './dialog-props.ts'

/** Approves a return, with a label or with words on how the items come back. */
export function ApproveDialog({ of: { id, number, revision, method }, busy, onAct, onClose }: ReturnDialogProps) {
  const [labelUrl, setLabelUrl] = useState('')
  const [trackingNumber, setTrackingNumber] = useState('')
  const [code, setCode] = useState('')
  const [instructions, setInstructions] = useState('')
  const [message, setMessage] = useState('')
  const [keepsGoods, setKeepsGoods] = useState(false)
  const link = labelUrl.trim()
  const isLink = isEmptyOrWebAddress(link)
  const approve = () =>
    onAct(async () => {
      const label = keepsGoods
        ? {}
        : {
            labelUrl: link || null,
            trackingNumber: trackingNumber.trim() || null,
            code: code.trim() || null,
            instructions: instructions.trim() || null,
          }
      await client.orderReturns.approveReturn({ id, revision, keepsGoods, message: message.trim() || null, ...label })
      return `${number} is approved. The buyer gets an email.`
    })
  return (
    <Dialog
      title={`Approve ${number}?`}
      about="The buyer gets an email with how the items come back."
      does="Approve"
      busy={busy}
      disabled={!isLink || (method === 'CODE' && !keepsGoods && code.trim() === '' && link === '')}
      onDo={() => void approve()}
      onClose={onClose}
    >
      <div className="stack">
        <Check
          checked={keepsGoods}
          hint="For broken items that are not worth sending. All of it counts as accepted; nothing is restocked."
          onChange={({ target }) => setKeepsGoods(target.checked)}
        >
          The buyer keeps the items
        </Check>
        {!keepsGoods && (
          <>
            {method === 'CODE' && (
              <TextField
                label="Code for the drop-off point"
                mono
                maxLength={200}
                hint="The buyer asked for one. Their page shows it as a QR code."
                value={code}
                onChange={({ target }) => setCode(target.value)}
                data-first=""
              />
            )}
            <TextField
              label="Link to a return label"
              optional
              type="url"
              placeholder="https://"
              value={labelUrl}
              error={isLink ? undefined : 'A link begins with https://'}
              onChange={({ target }) => setLabelUrl(target.value)}
              {...(method !== 'CODE' && { 'data-first': '' })}
            />
            <TextField
              label="Tracking number"
              optional
              mono
              maxLength={100}
              value={trackingNumber}
              onChange={({ target }) => setTrackingNumber(target.value)}
            />
            <TextArea
              label="Instructions"
              optional
              hint="In place of those in the return rules."
              rows={3}
              maxLength={2000}
              value={instructions}
              onChange={({ target }) => setInstructions(target.value)}
            />
          </>
        )}
        <TextArea
          label="Message to the buyer"
          optional
          rows={2}
          maxLength={2000}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </div>
    </Dialog>
  )
}
