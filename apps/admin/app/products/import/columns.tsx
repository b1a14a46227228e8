import type { ProductImport, ProductImportSettings } from '@vitrine/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Check, Radio, SelectField } from '../../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { useMay } from '../../shell/layout.tsx'
import type { Loaded } from './loaded.ts'
import { formatNames } from './text.ts'

const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows-1252',
} as const
const delimiterNames = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' } as const

const matching = [
  { value: 'UPDATE', name: 'Change them', hint: 'Found by their ID, else by SKU, else by address.' },
  { value: 'SKIP', name: 'Leave them as they are', hint: 'Only new products go in.' },
  { value: 'CREATE', name: 'Make them once more', hint: 'Every product of the file becomes a new one.' },
] as const

/** Whose file it is, what its columns are, and what happens with products that are there already. */
export function Columns({ of: one, fields, again }: { of: ProductImport; fields: Loaded['fields']; again: boolean }) {
  const navigate = useNavigate()
  const [settings, setSettings] = useState<ProductImportSettings>(one.settings!)
  const { act, busy } = useAct()
  const mayWrite = useMay()('products.write')
  const set = (change: Partial<ProductImportSettings>) => setSettings((before) => ({ ...before, ...change }))
  const isReadAnew =
    settings.format !== one.settings!.format ||
    settings.encoding !== one.settings!.encoding ||
    settings.delimiter !== one.settings!.delimiter
  const known = settings.columns.filter((column) => column !== '').length
  const check = () =>
    void act(async () => {
      await client.productImports.checkProductImport({ id: one.id, settings })
      if (again) await navigate('?', { replace: true })
      return undefined
    })
  const head = (
    <>
      <Head>Column of the file</Head>
      <Head>First values</Head>
      <Head>Goes into</Head>
    </>
  )
  return (
    <form
      className="impset"
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <div className="impways">
        <fieldset className="group">
          <legend>The file</legend>
          <SelectField
            label="From"
            value={settings.format}
            onChange={({ target }) => set({ format: target.value as ProductImportSettings['format'] })}
          >
            {Object.entries(formatNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Characters"
            value={settings.encoding}
            onChange={({ target }) => set({ encoding: target.value as ProductImportSettings['encoding'] })}
          >
            {Object.entries(encodingNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Cells are divided by"
            value={settings.delimiter}
            onChange={({ target }) => set({ delimiter: target.value as ProductImportSettings['delimiter'] })}
          >
            {Object.entries(delimiterNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        </fieldset>
        <fieldset className="group">
          <legend>Products that are there already</legend>
          {matching.map(({ value, name, hint }) => (
            <Radio key={value} name="existing" hint={hint} checked={settings.existing === value} onChange={() => set({ existing: value })}>
              {name}
            </Radio>
          ))}
        </fieldset>
        <fieldset className="group">
          <legend>How it goes in</legend>
          <Check checked={settings.hideNew} onChange={({ target }) => set({ hideNew: target.checked })} hint="Whatever the file says.">
            Hide new products at first
          </Check>
          <Check
            checked={settings.emptyCells === 'CLEAR'}
            onChange={({ target }) => set({ emptyCells: target.checked ? 'CLEAR' : 'KEEP' })}
            hint="Otherwise they leave what there is."
          >
            Empty cells take away what there is
          </Check>
        </fieldset>
      </div>
      {isReadAnew ? (
        <p className="soft pad">The dry run finds the columns again.</p>
      ) : (
        <Table caption="Columns of the file" className="one impcols" head={head}>
          {one.columns.map(({ name, samples }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns go by their place, and two may have one name
            <Tr key={i}>
              <RowHead>{name || <span className="faint">no name</span>}</RowHead>
              <Td of="First values" className="soft">
                {samples.join(' · ') || '–'}
              </Td>
              <Td of="Goes into">
                <SelectField
                  hidden
                  label={`${name || `Column ${i + 1}`} goes into`}
                  value={settings.columns[i]}
                  onChange={({ target }) => set({ columns: settings.columns.map((column, at) => (at === i ? target.value : column)) })}
                >
                  <option value="">Left out</option>
                  {fields.map((field) => (
                    <option key={field.id} value={field.id}>
                      {field.name}
                    </option>
                  ))}
                </SelectField>
              </Td>
            </Tr>
          ))}
        </Table>
      )}
      {mayWrite && (
        <div className="acts pad">
          <Button type="submit" kind="primary" disabled={busy || known === 0}>
            Try it in a dry run
          </Button>
          {again && <ButtonLink to="?">Back to the dry run</ButtonLink>}
          <span className="soft small">It changes nothing.</span>
        </div>
      )}
    </form>
  )
}
