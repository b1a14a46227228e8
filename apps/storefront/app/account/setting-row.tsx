import { Icon } from '@vitrine/ui'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form } from 'react-router'

/** Something that is as it is, and what can be done about it. */
export function SettingRow({ icon, title, below, children }: { icon: LucideIcon; title: string; below: ReactNode; children?: ReactNode }) {
  return (
    <li className="srow">
      <Icon of={icon} />
      <span className="srow__t">
        <span>{title}</span>
        <span className="soft small">{below}</span>
      </span>
      <div className="srow__a small">{children}</div>
    </li>
  )
}

/** One thing that is pressed; `about` says to whoever hears it what it is about. */
export function Press({
  intent,
  name,
  value,
  about,
  children,
}: {
  intent: string
  name?: string
  value?: string
  about?: string
  children: ReactNode
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {name && <input type="hidden" name={name} value={value} />}
      <button className="link small">
        {children}
        {about && <span className="sr"> {about}</span>}
      </button>
    </Form>
  )
}

/** What opens to a form. */
export function Opens({ label, about, open, children }: { label: string; about: string; open: boolean; children: ReactNode }) {
  return (
    <details className="opens" open={open}>
      <summary>
        <span className="link small">
          {label}
          <span className="sr"> {about}</span>
        </span>
      </summary>
      {children}
    </details>
  )
}
