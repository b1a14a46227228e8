import { Link } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Modal, ModalHead } from '../parts/modal.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import type { Unfinished } from './use-acts.tsx'

interface LeftDialogProps {
  left: Unfinished
  onClose: () => void
}

/** What an act did not do, line by line, and why. */
export function UnfinishedDialog({ left: { act, tried, failed }, onClose }: LeftDialogProps) {
  const title = `${failed.length.toLocaleString('en-GB')} of ${tried.toLocaleString('en-GB')} stayed as they were`
  return (
    <Modal className="dialog wide" onClose={onClose}>
      <ModalHead title={title} about="They are still picked, so that you can do something else with them." onClose={onClose} />
      <div className="dlg-b">
        <Table
          caption={`${act}: what stayed`}
          head={
            <>
              <Head>What</Head>
              <Head>Why</Head>
            </>
          }
        >
          {failed.slice(0, 200).map(({ id, why, called, to }) => (
            <Tr key={id}>
              <RowHead className="lead fit">{to ? <Link to={to}>{called}</Link> : called}</RowHead>
              <Td of="Why">{why}</Td>
            </Tr>
          ))}
        </Table>
      </div>
      <div className="dlg-f">
        <Button kind="primary" data-first="" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  )
}
