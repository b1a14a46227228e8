import { dateOf } from '../orders/text.ts'
import { Check } from '../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useShop } from '../shop.ts'
import { pathText, type TreeFolder } from './folders.ts'
import { capital, kindName, sizeOf } from './text.ts'
import { TilePicture } from './tile-picture.tsx'
import { dragOf, stateText, type ViewProps } from './tiles.tsx'

/** Files as a table. */
export function Lines({ files, rows, open, mayPick, onOpen, tree }: ViewProps & { tree: readonly TreeFolder[] }) {
  const { timeZone } = useShop()
  const isSome = rows.picked.size > 0
  return (
    <div className="tw" data-rows="">
      <Table
        caption="Files"
        className="filelist"
        head={
          <>
            {mayPick && (
              <Head className="pick">
                <Check
                  hidden
                  checked={rows.picked.size === files.length}
                  ref={(box) => void (box && (box.indeterminate = isSome && rows.picked.size < files.length))}
                  onChange={rows.pickPage}
                >
                  Select all on this page
                </Check>
              </Head>
            )}
            <Head>Name</Head>
            <Head>Kind</Head>
            <Head>Folder</Head>
            <Head className="end">Dimensions</Head>
            <Head className="end">Size</Head>
            <Head className="end">Added</Head>
          </>
        }
      >
        {files.map((file, at) => {
          const size = sizeOf(file)
          return (
            <Tr
              key={file.id}
              aria-selected={mayPick ? rows.picked.has(file.id) : undefined}
              {...((file.id === open || rows.picked.has(file.id)) && { 'data-picked': '' })}
              {...(at === rows.at && { 'data-focus': '' })}
              {...(mayPick && dragOf(file, rows.picked))}
            >
              {mayPick && (
                <Td className="pick">
                  <Check hidden checked={rows.picked.has(file.id)} onChange={() => rows.pick(file.id)}>
                    Select {file.displayName}
                  </Check>
                </Td>
              )}
              <RowHead>
                <span className="row">
                  <span className="line-pic">
                    <TilePicture of={file} width={36} height={36} />
                  </span>
                  <button
                    type="button"
                    className="btn link"
                    data-file={file.id}
                    onFocus={() => rows.goTo(at)}
                    onClick={() => onOpen(file.id)}
                  >
                    <span>{file.displayName}</span>
                  </button>
                </span>
              </RowHead>
              <Td of="Kind">{capital(file.private ? `private ${kindName(file)}` : kindName(file))}</Td>
              <Td of="Folder">{pathText(tree, file.parentFolderId ?? '')}</Td>
              <Td of="Dimensions" className="end">
                {size ? `${size.width} × ${size.height}` : '–'}
              </Td>
              <Td of="Size" className="end">
                {stateText(file)}
              </Td>
              <Td of="Added" className="end">
                {file.createdDate ? dateOf(file.createdDate, timeZone) : '–'}
              </Td>
            </Tr>
          )
        })}
      </Table>
    </div>
  )
}
