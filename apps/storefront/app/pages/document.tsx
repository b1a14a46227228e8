import type { PageBlock, PageSpan } from '@vitrine/contract'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'

/** The text of a page. It is drawn from its parts, so that nothing in it can be HTML. */
export const PageDocument = ({ blocks }: { blocks: readonly PageBlock[] }) => blocks.map((block, at) => <Block key={at} of={block} />)

function Block({ of: { kind, level, text = [], ordered, items = [], picture, header, rows = [] } }: { of: PageBlock }) {
  switch (kind) {
    case 'HEADING': {
      const Heading = level === 3 ? 'h3' : 'h2'
      return (
        <Heading>
          <Spans of={text} />
        </Heading>
      )
    }
    case 'PARAGRAPH':
      return (
        <p>
          <Spans of={text} />
        </p>
      )
    case 'LIST': {
      const List = ordered ? 'ol' : 'ul'
      return (
        <List>
          {items.map((item, at) => (
            <li key={at}>
              <Spans of={item.text} />
            </li>
          ))}
        </List>
      )
    }
    case 'PICTURE':
      return (
        picture && (
          <img
            src={`/media/${encodeURIComponent(picture.id)}/v1/fit/w_1200,h_1200`}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
            loading="lazy"
            decoding="async"
          />
        )
      )
    case 'TABLE': {
      const [head, ...body] = header ? rows : [undefined, ...rows]
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
        <div className="text-page__table" role="region" aria-label="Table" tabIndex={0}>
          <table>
            {head && (
              <thead>
                <tr>
                  {head.cells.map((cell, at) => (
                    <th key={at} scope="col">
                      <Spans of={cell.text} />
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {body.map((row, at) => (
                <tr key={at}>
                  {row?.cells.map((cell, column) => (
                    <td key={column}>
                      <Spans of={cell.text} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    }
  }
}

const Spans = ({ of: spans }: { of: readonly PageSpan[] }) => spans.map((span, at) => <Span key={at} of={span} />)

function Span({ of: { text = '', bold, italic, href } }: { of: PageSpan }) {
  let shown: ReactNode = withBreaks(text)
  if (italic) shown = <em>{shown}</em>
  if (bold) shown = <strong>{shown}</strong>
  if (!href) return shown
  return href.startsWith('/') ? (
    <Link className="link" to={href}>
      {shown}
    </Link>
  ) : (
    <a className="link" href={href} rel="noopener">
      {shown}
    </a>
  )
}

const withBreaks = (text: string) =>
  text.split('\n').map((line, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ))
