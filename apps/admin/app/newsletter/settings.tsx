import type { NewsletterSettings } from '@vitrine/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, TextArea, TextField } from '../parts/field.tsx'

/** Whether the shop asks for subscribers, and in which words. */
export function Settings({ of, onClose }: { of: NewsletterSettings; onClose: () => void }) {
  const { act, busy } = useAct()
  const [shown, setShown] = useState(of.shown)
  const [title, setTitle] = useState(of.title)
  const [text, setText] = useState(of.text)
  const save = () =>
    act(async () => {
      await client.newsletterManagement.setSettings({ settings: { shown, title: title.trim(), text: text.trim() } })
      return 'Saved.'
    }).then((done) => done && onClose())
  return (
    <Dialog
      title="Sign-up form"
      about="It is shown in the footer of every page, and on the thank-you page."
      does="Save"
      busy={busy}
      onDo={() => void save()}
      onClose={onClose}
    >
      <div className="stack">
        <Check checked={shown} onChange={({ target }) => setShown(target.checked)} hint="Whoever has subscribed stays subscribed">
          Ask for subscribers
        </Check>
        <TextField label="Title" maxLength={100} value={title} onChange={({ target }) => setTitle(target.value)} />
        <TextArea
          label="Text"
          rows={3}
          maxLength={500}
          value={text}
          hint="Say what you send and how often. Title and text are stored with each consent, as the proof of what was agreed to."
          onChange={({ target }) => setText(target.value)}
        />
        <p className="small soft">
          <Link className="a" to="/mail/newsletter-confirm">
            The words of the email with the link
          </Link>
        </p>
      </div>
    </Dialog>
  )
}
