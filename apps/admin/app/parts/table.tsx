import type { ComponentProps, ReactNode } from 'react'
import { useCellTable } from './sheet/cell-range.tsx'

// On a phone a table is laid out as a list, and browsers then forget what it is: so its parts say it themselves.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role */

type Of<Tag extends 'th' | 'td' | 'tr'> = Omit<ComponentProps<Tag>, 'role' | 'scope'>

interface TableProps {
  caption: string
  /** `in` where it stands within a section. */
  className?: string
  /** A `<HeadRow>`. */
  head: ReactNode
  headHidden?: boolean
  children: ReactNode
  /** Rows of totals. */
  foot?: ReactNode
}

export function Table({ caption, className = 'in', head, headHidden, children, foot }: TableProps) {
  const cellTable = useCellTable()
  return (
    <table role="table" className={`table ${className}`} ref={/\bsheet\b/.test(className) ? cellTable : undefined}>
      <caption className="vh">{caption}</caption>
      <thead role="rowgroup" className={headHidden ? 'vh' : undefined}>
        <tr role="row">{head}</tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
      {foot && <tfoot role="rowgroup">{foot}</tfoot>}
    </table>
  )
}

export const Head = (props: Of<'th'>) => <th role="columnheader" scope="col" {...props} />

/** Of the column with what can be done to a row. */
export const ActionsHead = () => (
  <Head>
    <span className="vh">Actions</span>
  </Head>
)

export const Tr = (props: Of<'tr'>) => <tr role="row" {...props} />

export const RowHead = (props: Of<'th'>) => <th role="rowheader" scope="row" {...props} />

/** A cell; `of` is the name of its column, which stands before it where there are no columns. A dash stands in columns alone. */
export const Td = ({ of, ...props }: Of<'td'> & { of?: string }) => (
  <td role="cell" data-l={of} {...((props.children === '–' || props.children === '—') && { 'data-none': '' })} {...props} />
)
