import { Button, Message } from '@vitrine/ui'

/** Says on a page that it is a preview: at its head until when, in place of the button why it cannot be bought. */
export default function Preview({ until }: { until?: string }) {
  if (until === undefined)
    return (
      <>
        <Button type="button" className="buy__add" disabled aria-describedby="preview-says">
          Add to the bag
        </Button>
        <p className="small soft buy__note" id="preview-says">
          This is a preview: nothing can be bought here.
        </p>
      </>
    )
  return (
    <div className="wrap preview">
      <Message what="Preview">Only people with this link see the product as it is here. The link works until {until}.</Message>
    </div>
  )
}
