import { Button, buttonClass } from '@vitrine/ui'
import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { to } from '../shop/shop.ts'
import { Hosted } from './frame.tsx'

export interface EmailLinkProps {
  title: string
  text: string
  token: string | undefined
  /** What can be pressed, while there is something; `intent` where it may be more than one thing. */
  button: { label: string; intent?: string } | undefined
  children?: ReactNode
}

/** What a link of an email leads to: programs that look through mailboxes fetch links, so that it takes a button. */
export function EmailLink({ title, text, token, button, children }: EmailLinkProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Hosted picture={0}>
      <h1>{title}</h1>
      <p className="soft" role="status">
        {text}
      </p>
      {token && button && (
        <Form method="post" replace>
          <input type="hidden" name="token" value={token} />
          {button.intent && <input type="hidden" name="intent" value={button.intent} />}
          <Button wide busy={busy}>
            {button.label}
          </Button>
        </Form>
      )}
      {children}
      <Link className={buttonClass({ line: true, wide: true })} to={to.home}>
        To the shop
      </Link>
    </Hosted>
  )
}
