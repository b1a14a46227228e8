import type { RequestCaller } from '@vitrine/contract'
import { SelectField, TextField } from '../parts/field.tsx'
import { callerText } from './request-text.ts'

const statuses = [
  { digit: '2', name: 'answered (2xx)' },
  { digit: '4', name: 'refused (4xx)' },
  { digit: '5', name: 'failed (5xx)' },
] as const
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const times = [
  { minutes: '15', name: 'the last 15 minutes' },
  { minutes: '60', name: 'the last hour' },
  { minutes: '1440', name: 'the last day' },
] as const

interface RequestFiltersProps {
  asked: URLSearchParams
  callers: readonly RequestCaller[]
  onAsk: (changes: Readonly<Record<string, string>>) => void
}

/** What is looked for; all of it is in the address. */
export function RequestFilters({ asked, callers, onAsk }: RequestFiltersProps) {
  const said = (name: string) => asked.get(name) ?? ''
  return (
    <search className="tools" aria-label="Filters">
      <TextField
        hidden
        type="search"
        label="Path begins with"
        placeholder="/ecom/v1/orders"
        maxLength={200}
        spellCheck={false}
        defaultValue={said('path')}
        onChange={({ target }) => onAsk({ path: target.value.trim() })}
      />
      <TextField
        hidden
        type="search"
        label="Request id"
        placeholder="Request id"
        maxLength={200}
        spellCheck={false}
        defaultValue={said('request')}
        onChange={({ target }) => onAsk({ request: target.value.trim() })}
      />
      <SelectField hidden label="Answer" value={said('status')} onChange={({ target }) => onAsk({ status: target.value })}>
        <option value="">any answer</option>
        {statuses.map(({ digit, name }) => (
          <option key={digit} value={digit}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField hidden label="Method" value={said('method')} onChange={({ target }) => onAsk({ method: target.value })}>
        <option value="">any method</option>
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </SelectField>
      <SelectField hidden label="Caller" value={said('caller')} onChange={({ target }) => onAsk({ caller: target.value })}>
        <option value="">any caller</option>
        {callers.map((caller) => (
          <option key={`${caller.kind} ${caller.id}`} value={caller.id}>
            {callerText(caller)}
          </option>
        ))}
      </SelectField>
      <SelectField hidden label="When" value={said('within')} onChange={({ target }) => onAsk({ within: target.value })}>
        <option value="">at any time</option>
        {times.map(({ minutes, name }) => (
          <option key={minutes} value={minutes}>
            {name}
          </option>
        ))}
      </SelectField>
    </search>
  )
}
