import { TextArea } from './field.tsx'

interface YourMessageProps {
  value: string
  onWrite: (value: string) => void
  rows?: number
  'data-first'?: ''
}

/** What a merchant adds to an email that the shop writes. */
export const YourMessage = ({ onWrite, rows = 3, ...rest }: YourMessageProps) => (
  <TextArea {...rest} label="Your message" optional rows={rows} maxLength={1000} onChange={({ target }) => onWrite(target.value)} />
)
