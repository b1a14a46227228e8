import type { InvoiceSettings } from '@vitrine/contract'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { useDraft } from '../parts/draft.ts'
import { Check, TextArea, TextField } from '../parts/field.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { useSaveDraft } from '../parts/use-save-draft.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { type Field, names, sentOf, valuesOf, wrongIn } from './values.ts'

interface Loaded {
  readonly settings: InvoiceSettings
  /** Whether an order that is paid online gets its invoice by itself. */
  readonly automatic: boolean
}

export async function loader({ request }: { request?: Request } = {}): Promise<Loaded> {
  const options = request && { signal: request.signal }
  const [{ settings }, { ordersSettings }] = await Promise.all([
    client.orderInvoices.getInvoiceSettings({}, options),
    client.shopSettings.getOrdersSettings({}, options),
  ])
  return { settings, automatic: ordersSettings.createInvoice }
}

/** How invoices and credit notes are numbered, what stands on them, and when they are issued. */
export function InvoiceSettingsPage() {
  usePlace([{ name: 'Orders', to: '/orders' }, { name: 'Invoices', to: '/invoices' }, { name: 'Invoice settings' }])
  const { settings, automatic } = useLoaderData<Loaded>()
  const mayWrite = useMay()('settings.write')
  const { busy, saveDraft } = useSaveDraft()
  const draft = useDraft<Field>({
    saved: valuesOf(settings, automatic),
    names,
    what: 'the invoice settings',
    read: async () => {
      const now = await loader()
      return { values: valuesOf(now.settings, now.automatic), revision: now.settings.revision }
    },
    write: async (all, revision) => {
      await client.orderInvoices.updateInvoiceSettings({ settings: { ...sentOf(all), revision } })
      await client.shopSettings.updateOrdersSettings({ ordersSettings: { createInvoice: all.automatic === 'true' } })
    },
  })
  const { values } = draft
  const wrong = wrongIn(values)
  const bind = (field: Field) => ({
    label: names[field],
    value: values[field],
    error: wrong[field],
    onChange: ({ target }: { target: { value: string } }) => draft.set({ [field]: target.value }),
  })

  const save = () => saveDraft(draft, 'The invoice settings are saved.')

  return (
    <>
      <PageHead title="Invoice settings" facts={<span>Issued invoices never change</span>} />
      <fieldset className="settings" disabled={!mayWrite || busy} aria-label="Invoice settings">
        <section className="sec">
          <header className="sec-h">
            <h2>Numbers</h2>
            <p>A number is taken when the document is issued, not before. Both series have no gaps.</p>
          </header>
          <div className="stack">
            <div className="grid2">
              <TextField {...bind('prefix')} optional maxLength={20} hint={`Next: ${settings.next.invoice}`} />
              <TextField {...bind('creditNotePrefix')} maxLength={20} hint={`Next: ${settings.next.creditNote}`} />
            </div>
            <div className="grid2">
              <TextField {...bind('firstNumber')} end inputMode="numeric" hint="Counts as long as no invoice is issued." />
            </div>
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>On each invoice</h2>
            <p>Beside the name and the address of the shop.</p>
          </header>
          <div className="stack">
            <TextArea {...bind('taxIds')} optional rows={3} hint="One a line, such as VAT: DE123456789." />
            <TextArea {...bind('notes')} optional rows={3} hint="A commercial register or a bank account, one a line." />
            <TextField {...bind('thanks')} optional maxLength={300} hint="Such as: Thank you for your order." />
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>When</h2>
            <p>A refund or a cancellation of an invoiced order always issues a credit note.</p>
          </header>
          <Check
            checked={values.automatic === 'true'}
            onChange={({ target }: { target: HTMLInputElement }) => draft.set({ automatic: String(target.checked) })}
            hint="Otherwise an invoice is issued when you, or the buyer on the order’s page, ask for it."
          >
            Issue the invoice once an order is paid online
          </Check>
        </section>
      </fieldset>
      <Unsaved of={draft.changes} busy={busy} wrong={Object.values(wrong)[0]} onSave={save} onDiscard={draft.drop} />
      {draft.dialog}
    </>
  )
}
